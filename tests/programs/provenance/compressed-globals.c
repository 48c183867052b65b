// Differences of addresses in 64 bits lead from one object to another as numbers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int base = 1, other = 2;

static int *expand(intptr_t offset)
{
	return (int *)((intptr_t)&base + offset);
}

int main(void)
{
	int local = 3, *heap = malloc(sizeof *heap);
	*heap = 4;
	intptr_t offsets[4] = {0, (intptr_t)&other - (intptr_t)&base, (intptr_t)&local - (intptr_t)&base,
		(intptr_t)heap - (intptr_t)&base};
	for (int i = 0; i < 4; i++)
		printf("%d\n", ++*expand(offsets[i]));
	printf("%d %d %d %d\n", base, other, local, *heap);
	free(expand(offsets[3]));
	return 0;
}
