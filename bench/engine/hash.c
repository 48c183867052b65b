// A symbolic key looked up in one of three hash tables of 300 buckets.
#include <klee/klee.h>
#include <stdlib.h>

enum { TABLES = 3, BUCKETS = 300, ENTRIES = 3 };

struct entry {
	unsigned key, value;
	struct entry *next;
};

static struct entry **tables[TABLES];

static unsigned bucket(unsigned key)
{
	return key * 2654435761u % BUCKETS;
}

static void insert(struct entry **table, unsigned key, unsigned value)
{
	struct entry *entry = malloc(sizeof *entry);
	struct entry **first = &table[bucket(key)];
	*entry = (struct entry){key, value, *first};
	*first = entry;
}

static unsigned lookup(struct entry **table, unsigned key)
{
	for (struct entry *entry = table[bucket(key)]; entry; entry = entry->next)
		if (entry->key == key)
			return entry->value;
	return 0;
}

int main(void)
{
	for (unsigned t = 0; t < TABLES; t++) {
		tables[t] = calloc(BUCKETS, sizeof *tables[t]);
		for (unsigned i = 0; i < ENTRIES; i++)
			insert(tables[t], 17 * t + 5 * i + 1, i + 1);
	}
	unsigned key, which;
	klee_make_symbolic(&key, sizeof key, "key");
	klee_make_symbolic(&which, sizeof which, "which");
	klee_assume(which < TABLES);
	return (int)lookup(tables[which], key);
}
