// That two addresses are equal does not make them the same pointer. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	char *p = a + i;
	if (p == b)
		*p = 7; //~ out-of-bounds
	return b[0];
}
