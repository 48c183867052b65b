// malloc of a symbolic size, filled to its end.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 6, "n");
	char *p = malloc(n);
	for (unsigned i = 0; i < n; i++)
		p[i] = i;
	int first = p[0];
	free(p);
	return first;
}
