// Bytes are counted, one further than the block goes.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 8, "n"), count = 0;
	char *p = malloc(n);
	klee_make_symbolic(p, n, "p");
	for (unsigned i = 0; i <= n; i++)
		if (i != 3 && p[i] == 'x') //~ out-of-bounds
			count++;
	free(p);
	return count > n;
}
