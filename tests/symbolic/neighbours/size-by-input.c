// A block of a size that the input says, left for its neighbour. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 5, "n");
	char *a = calloc(n, 1), *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	a[klee_range(0, 2, "i") ? far : n - 1] = 3; //~ out-of-bounds
	return b[0];
}
