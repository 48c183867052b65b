// A pointer in a variable takes one stride too many. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *first = calloc(6, sizeof *first), *second = calloc(8, sizeof *second);
	long stride = (long)((uintptr_t)second - (uintptr_t)first) / 4;
	int sum = 0;
	int *p = first;
	for (int i = 0; i < 2; i++, p += stride)
		sum += *p; //~ out-of-bounds: read of 4 bytes
	printf("%d\n", sum);
	return 0;
}
