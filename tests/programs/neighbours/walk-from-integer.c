// A number that is a pointer to a block is moved away from it. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *first = calloc(24, 1), *second = calloc(32, 1);
	intptr_t saved = (intptr_t)(first + 20), stride = (intptr_t)second - saved;
	for (int i = 0; i < 2; i++) {
		char *p = (char *)saved;
		p[i * stride] = 'x'; //~ out-of-bounds: of a heap block of 24 bytes
	}
	printf("%c%c\n", first[20], *second);
	return 0;
}
