// The first of two arrays of symbolic size to end is the one that is left.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 50, "n"), m = klee_range(1, 50, "m");
	char *a = calloc(n, 1), *b = malloc(m);
	for (unsigned i = 0; i < 30; i++) {
		unsigned last = i;
		(void)last;
	}
	for (unsigned i = 0; i < n; i++)
		b[i] = a[i]; //~ out-of-bounds
	free(a);
	free(b);
	return 0;
}
