// The input says which bits count; only some of them were never set.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char *p = malloc(2);
	p[0] = 5;
	unsigned mask = klee_range(0, 1 << 9, "mask");
	unsigned value = p[0] | p[1] << 8;
	int some = (value & mask) != 0;
	free(p);
	if (mask < 256)
		return (5 & mask) != 0;
	if (some) //~ uninitialised
		return 1;
	return 0;
}
