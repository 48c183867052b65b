// A loop takes as many strides as the input says. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static char *step(char *p, long stride, unsigned count)
{
	while (count--)
		p += stride;
	return p;
}

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	unsigned n = klee_range(0, 2, "n");
	return *step(a, far, n); //~ out-of-bounds
}
