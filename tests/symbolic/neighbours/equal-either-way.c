// One address, which only one of two pointers may use. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static char a[8], b[8];

int main(void)
{
	volatile long far = (uintptr_t)b - (uintptr_t)a;
	char *moved = a + far;
	char *p = klee_range(0, 2, "which") ? moved : b;
	if (p != b)
		return 1;
	*p = 7; //~ out-of-bounds
	return 0;
}
