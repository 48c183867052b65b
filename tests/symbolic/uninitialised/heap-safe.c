// The safe twin with calloc.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 5, "n");
	char *p = calloc(4, 1);
	for (unsigned i = 0; i < n; i++)
		p[i] = 1;
	if (p[3] == 1) {
		free(p);
		return 1;
	}
	free(p);
	return 0;
}
