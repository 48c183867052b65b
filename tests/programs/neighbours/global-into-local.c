// A global is left for a local. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

static long table[3] = {1, 2, 3};

static long get(long i)
{
	return table[i]; //~ out-of-bounds: of global `table` of 24 bytes
}

int main(void)
{
	long secret = 42;
	printf("%ld\n", get(2));
	printf("%ld\n", get((long)((uintptr_t)&secret - (uintptr_t)table) / 8));
	return 0;
}
