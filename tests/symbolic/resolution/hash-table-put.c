// What is put under a symbolic key is found again under it, and nobody else's value changes.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct entry {
	unsigned key, value;
	struct entry *next;
};

static struct entry *buckets[2];

static void put(unsigned key, unsigned value)
{
	for (struct entry *entry = buckets[key % 2]; entry; entry = entry->next)
		if (entry->key == key) {
			entry->value = value;
			return;
		}
	struct entry *entry = malloc(sizeof *entry);
	*entry = (struct entry){key, value, buckets[key % 2]};
	buckets[key % 2] = entry;
}

static unsigned get(unsigned key)
{
	for (struct entry *entry = buckets[key % 2]; entry; entry = entry->next)
		if (entry->key == key)
			return entry->value;
	return 0;
}

int main(void)
{
	put(1, 10);
	put(2, 20);
	unsigned key = klee_range(0, 4, "key");
	put(key, 99);
	assert(get(key) == 99);
	assert(get(1) == (key == 1 ? 99u : 10u));
	assert(get(2) == (key == 2 ? 99u : 20u));
	return 0;
}
