// Size and index are both symbolic; the guard is off by one.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 5, "n"), i = klee_range(0, 5, "i");
	char *p = malloc(n);
	if (i <= n)
		p[i] = 1; //~ out-of-bounds
	free(p);
	return 0;
}
