// The first byte of a block that may have none.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 5, "n");
	char *p = malloc(n);
	p[0] = 1; //~ out-of-bounds
	free(p);
	return 0;
}
