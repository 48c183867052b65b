// A start that has left its block. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *from = calloc(24, 1), *to = malloc(32);
	memset(to, 'x', 32);
	long far = (uintptr_t)to - (uintptr_t)from;
	memset(from, 'y', 24);
	memset(from + far, 'z', 32); //~ out-of-bounds: of a heap block of 24 bytes
	printf("%c %c\n", from[0], to[0]);
	return 0;
}
