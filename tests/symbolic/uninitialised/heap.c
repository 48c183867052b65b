// malloc's memory, of which only a symbolic part was filled.
//@ exits: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 5, "n");
	char *p = malloc(4);
	for (unsigned i = 0; i < n; i++)
		p[i] = 1;
	if (p[3] == 1) { //~ uninitialised
		free(p);
		return 1;
	}
	free(p);
	return 0;
}
