// A pointer leaves its array, becomes a number, becomes a pointer again, and comes back.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	volatile uintptr_t saved;
	int *heap = calloc(4, sizeof *heap), local[4] = {1, 2, 3, 4};
	heap[3] = 5;
	saved = (uintptr_t)(heap + 100);
	int *p = (int *)saved;
	printf("%d\n", p[-97]);
	saved = (uintptr_t)(local - 1);
	p = (int *)saved;
	p += 4;
	printf("%d\n", *p);
	saved = (uintptr_t)(heap - 1000);
	p = (int *)saved;
	p += 1000;
	*p = 6;
	printf("%d\n", heap[0]);
	return 0;
}
