// The pointer that walks is itself in a heap block. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *first = calloc(24, 1), *second = calloc(32, 1);
	char **cursor = malloc(sizeof *cursor);
	long stride = (uintptr_t)second - (uintptr_t)first;
	*cursor = first;
	for (int i = 0; i < 2; i++) {
		**cursor = 'x'; //~ out-of-bounds: of a heap block of 24 bytes
		*cursor += stride;
	}
	printf("%c%c\n", *first, *second);
	return 0;
}
