// A line in a block of n bytes need not end there.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 6, "n"), i = 0;
	char *p = malloc(n);
	klee_make_symbolic(p, n, "data");
	while (p[i] != '\n') //~ out-of-bounds
		i++;
	free(p);
	return 0;
}
