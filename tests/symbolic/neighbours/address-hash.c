// A table is indexed by a hash of the address that the input chose.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static const void *table[8];

static unsigned hash(const void *p)
{
	return (uintptr_t)p * 0x9e3779b97f4a7c15u >> 61;
}

int main(void)
{
	char *keys[3];
	for (int i = 0; i < 3; i++)
		keys[i] = malloc(4);
	table[hash(keys[1])] = keys[1];
	char *key = keys[klee_range(0, 3, "i")];
	if (table[hash(key)] == key)
		return 1;
	return 0;
}
