// A heap block is left for another one. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *from = calloc(24, 1), *to = calloc(40, 1);
	long far = (uintptr_t)to - (uintptr_t)from;
	from[23] = 1;
	printf("%d %d\n", from[23], to[0]);
	from[far] = 7; //~ out-of-bounds: of a heap block of 24 bytes
	return to[0];
}
