// An index into a heap block is in it or at a global. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0 2
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static int limit = 100;

int main(void)
{
	int *a = calloc(4, sizeof *a);
	long far = (long)((uintptr_t)&limit - (uintptr_t)a) / 4, i;
	klee_make_symbolic(&i, sizeof i, "i");
	if ((i < 0 || i > 3) && i != far)
		return 2;
	a[i] = 0; //~ out-of-bounds
	return limit != 100;
}
