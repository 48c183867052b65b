// One past the end is an address of the array: compared, subtracted, stepped back from.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static short global[5] = {1, 2, 3, 4, 5};

static int sum(const short *p, const short *end)
{
	int total = 0;
	while (p != end)
		total += *p++;
	return total;
}

int main(void)
{
	short *heap = malloc(3 * sizeof *heap), *end = heap + 3;
	for (short *p = end; p > heap;)
		*--p = 4;
	printf("%d %d\n", sum(global, global + 5), sum(heap, end));
	uintptr_t number = (uintptr_t)end;
	short *again = (short *)number;
	printf("%d %d %d\n", again[-1], (int)(again - heap), again == end);
	printf("%d\n", *((short *)(uintptr_t)(&global + 1) - 1));
	return 0;
}
