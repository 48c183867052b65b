// A table that is indexed by a hash of addresses.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 64 };

static struct {
	void *key;
	int value;
} table[SIZE];

static int *slot(void *key)
{
	uint64_t hash = (uintptr_t)key * 0x9e3779b97f4a7c15u;
	unsigned i = hash >> 58;
	while (table[i].key && table[i].key != key)
		i = (i + 1) % SIZE;
	table[i].key = key;
	return &table[i].value;
}

int main(void)
{
	void *keys[20];
	int sum = 0;
	for (int i = 0; i < 20; i++)
		*slot(keys[i] = malloc(i + 1)) = i;
	for (int i = 0; i < 20; i++)
		sum += *slot(keys[i]) * (i + 1);
	for (int i = 0; i < SIZE; i++)
		free(table[i].key);
	printf("%d\n", sum);
	return 0;
}
