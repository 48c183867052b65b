// A heap block is left for a constant, which may be read. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const char key[12] = "not for you";

int main(void)
{
	char *from = calloc(24, 1);
	long far = (uintptr_t)key - (uintptr_t)from;
	for (int i = 0; key[i]; i++)
		putchar(from[far + i]); //~ out-of-bounds: of a heap block of 24 bytes
	return 0;
}
