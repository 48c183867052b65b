// A local is left for a heap block. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char from[12] = "from", *to = malloc(8);
	strcpy(to, "to");
	volatile long far = (uintptr_t)to - (uintptr_t)from;
	printf("%s %s\n", from, to);
	return from[far + 1]; //~ out-of-bounds: of local `from` of 12 bytes
}
