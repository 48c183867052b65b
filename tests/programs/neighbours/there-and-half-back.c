// Two moves there and one back: what is left is outside. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *first = calloc(24, 1), *second = calloc(40, 1);
	long far = (uintptr_t)second - (uintptr_t)first;
	char *p = first;
	p += 2 * far;
	p -= 2 * far;
	*p = 1;
	printf("%d\n", *first);
	p += 2 * far;
	p -= far;
	return *p; //~ out-of-bounds: of a heap block of 24 bytes
}
