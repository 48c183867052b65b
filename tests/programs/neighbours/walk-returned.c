// A function returns where to go on. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static long *skip(long *p, long words)
{
	return p + words;
}

int main(void)
{
	long *list = calloc(3, sizeof *list), *other = calloc(4, sizeof *other);
	long gap = (long)((uintptr_t)other - (uintptr_t)list) / 8 - 2;
	long *p = skip(list, 2);
	*p = 1;
	p = skip(p, gap);
	*p = 2; //~ out-of-bounds: of a heap block of 24 bytes
	printf("%ld %ld\n", list[2], other[0]);
	return 0;
}
