// The safe twin.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 5, "n"), i = klee_range(0, 5, "i");
	char *p = malloc(n);
	if (i < n)
		p[i] = 1;
	free(p);
	return 0;
}
