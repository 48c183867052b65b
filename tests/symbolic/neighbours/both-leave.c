// Both of two arrays are left by the same index, each for the other. ASan cannot see it: the access lands in a live neighbour.
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static short a[4];

int main(void)
{
	short *b = calloc(4, sizeof *b);
	long far = (long)((uintptr_t)b - (uintptr_t)a) / 2;
	int which = klee_range(0, 2, "which");
	short *p = which ? a : b;
	return p[which ? far : -far]; //~ out-of-bounds
}
