// A heap block is left for a local. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int here[5] = {1, 2, 3, 4, 5};
	int *from = calloc(6, sizeof *from);
	long far = (long)((uintptr_t)here - (uintptr_t)from) / 4;
	printf("%d\n", from[5]);
	return from[far + 2]; //~ out-of-bounds: of a heap block of 24 bytes
}
