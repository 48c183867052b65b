// What an optimiser makes of a choice: the address is computed without a branch. ASan cannot see it: the access lands in a live neighbour.
//@ cc: -O2
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static char a[8];

int main(void)
{
	char *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	volatile int which = klee_range(0, 2, "which");
	char *volatile start = a;
	char *p = start + (which ? far : 1);
	*p = 7; //~ out-of-bounds
	return b[0];
}
