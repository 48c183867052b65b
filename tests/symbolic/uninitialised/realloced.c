// A block that grows has a new part that nobody wrote.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = calloc(4, 1);
	p = realloc(p, 8);
	unsigned i = klee_range(0, 8, "i");
	if (p[i]) //~ uninitialised
		return 1;
	free(p);
	return 0;
}
