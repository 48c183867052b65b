// Shrunk, the block has lost its old end; grown, nobody wrote its new one. ASan cannot see the latter: MSan can.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 12, "n");
	char *p = calloc(6, 1);
	p = realloc(p, n);
	if (n > 6 && p[n - 1]) //~ uninitialised
		return 1;
	p[5] = 1; //~ out-of-bounds
	free(p);
	return 0;
}
