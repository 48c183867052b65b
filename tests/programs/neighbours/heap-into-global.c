// A heap block is left for a global. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int limit = 100;

int main(void)
{
	char *name = calloc(24, 1);
	long far = (uintptr_t)&limit - (uintptr_t)name;
	for (int i = 0; i < 4; i++)
		name[far + i] = 0; //~ out-of-bounds: of a heap block of 24 bytes
	printf("%d\n", limit);
	return 0;
}
