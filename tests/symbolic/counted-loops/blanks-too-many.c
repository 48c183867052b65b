// Blanks are skipped, one further than the block goes.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 7, "n"), i = 0;
	char *p = malloc(n);
	klee_make_symbolic(p, n, "p");
	while (i <= n && (p[i] == ' ' || p[i] == '\t')) //~ out-of-bounds
		i++;
	assert(i <= n + 1);
	free(p);
	return 0;
}
