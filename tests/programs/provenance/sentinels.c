// Pointers that are never followed: all ones, small numbers, one past the end, and freed ones as numbers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define DELETED ((char *)-1)
#define TOMBSTONE ((char *)1)

int main(void)
{
	char *block = malloc(8), local[4] = "abc";
	uintptr_t freed = (uintptr_t)block;
	char *table[5] = {DELETED, TOMBSTONE, local, local + 4, NULL};
	int used = 0;
	for (int i = 0; i < 5; i++)
		if (table[i] && table[i] != DELETED && table[i] != TOMBSTONE && table[i] != local + 4)
			used += *table[i] == 'a';
	free(block);
	block = local + 3;
	printf("%d %d %d\n", used, freed == (uintptr_t)block, block - 3 == local);
	return 0;
}
