// After shrinking, the old end is out of bounds.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = calloc(1, 8);
	unsigned n = 8;
	if (klee_int("shrink"))
		n = 4;
	p = realloc(p, n);
	int last = p[7]; //~ out-of-bounds
	free(p);
	return last;
}
