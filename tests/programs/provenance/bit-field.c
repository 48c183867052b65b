// A pointer in 48 bits of a word, a count in the others.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct counted {
	uint64_t pointer : 48, count : 16;
};

static int global = 1;

int main(void)
{
	int *heap = malloc(2 * sizeof *heap);
	heap[1] = 2;
	struct counted table[2] = {{(uintptr_t)&global, 3}, {(uintptr_t)(heap + 1), 4}};
	int sum = 0;
	for (int i = 0; i < 2; i++) {
		table[i].count++;
		sum += *(int *)(uintptr_t)table[i].pointer * table[i].count;
	}
	table[1].pointer -= sizeof *heap;
	free((void *)(uintptr_t)table[1].pointer);
	printf("%d\n", sum);
	return 0;
}
