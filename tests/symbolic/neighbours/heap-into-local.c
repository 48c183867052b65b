// An index into a heap block that may be the distance to a local. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char b[8] = "local", *a = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a, distances[3] = {0, 7, far};
	long i = distances[klee_range(0, 3, "i")];
	if (a[i]) //~ out-of-bounds
		return 1;
	return 0;
}
