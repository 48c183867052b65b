// A number somewhere in a block is a pointer to it, and moved as one. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	uintptr_t number = (uintptr_t)a + klee_range(0, 8, "k");
	char *p = (char *)number;
	p += klee_range(0, 2, "moved") * far;
	*p = 0; //~ out-of-bounds
	return 0;
}
