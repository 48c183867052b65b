// A block of n bytes grows by m, and keeps all n.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 6, "n"), m = klee_range(0, 5, "m"), i = klee_range(0, 5, "i");
	klee_assume(i < n);
	unsigned char *p = malloc(n);
	for (unsigned k = 0; k < n; k++)
		p[k] = 3 * k;
	p = realloc(p, n + m);
	assert(p[i] == 3 * i);
	p[n + m - 1] = 1;
	free(p);
	return 0;
}
