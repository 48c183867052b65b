// An index that is the difference to what was chosen: the sum is the chosen pointer's number, not that pointer. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	char *p = klee_range(0, 2, "which") ? b : a + 1;
	long i = (uintptr_t)p - (uintptr_t)a;
	a[i] = 7; //~ out-of-bounds
	return b[0];
}
