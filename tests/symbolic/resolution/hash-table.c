// A chained hash table with a symbolic key: found are those that were put in, and no others.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

enum { BUCKETS = 4 };

struct entry {
	unsigned key, value;
	struct entry *next;
};

static struct entry *buckets[BUCKETS];

static void put(unsigned key, unsigned value)
{
	struct entry *entry = malloc(sizeof *entry);
	entry->key = key;
	entry->value = value;
	entry->next = buckets[key % BUCKETS];
	buckets[key % BUCKETS] = entry;
}

static struct entry *get(unsigned key)
{
	struct entry *entry = buckets[key % BUCKETS];
	while (entry && entry->key != key)
		entry = entry->next;
	return entry;
}

int main(void)
{
	for (unsigned key = 0; key < 6; key++)
		put(key, key * 7);
	unsigned key = klee_range(0, 12, "key");
	struct entry *entry = get(key);
	assert((entry != NULL) == (key < 6));
	if (!entry)
		return 0;
	assert(entry->value == key * 7);
	if (entry->value == 35)
		return 2;
	return 1;
}
