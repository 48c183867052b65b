// Addresses of different objects are compared and subtracted as numbers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int is_inside(const void *p, const void *start, size_t size)
{
	return (uintptr_t)p - (uintptr_t)start < size;
}

static char global[16];

int main(void)
{
	char local[16], *heap = malloc(16);
	const char *all[3] = {global, local, heap};
	int inside = 0;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			inside += is_inside(all[i] + 15, all[j], 16);
	uintptr_t a = (uintptr_t)global, b = (uintptr_t)heap;
	*(char *)(a + (b - a)) = 'x';
	*(char *)(b - (b - a) + 1) = 'y';
	printf("%d %c %c %d\n", inside, heap[0], global[1], (a < b) + (b < a));
	free(heap);
	return 0;
}
