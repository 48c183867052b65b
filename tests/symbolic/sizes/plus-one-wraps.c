// Room for a terminator is added to a length that may be the largest there is: the sum is zero.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_assume(n + 1 <= 8);
	char *p = malloc(n + 1);
	p[n] = 0; //~ out-of-bounds
	free(p);
	return 0;
}
