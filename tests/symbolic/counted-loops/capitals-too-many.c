// Letters are changed in place, one further than the block goes.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 7, "n"), room = klee_range(0, 2, "room");
	char *p = malloc(n + room);
	klee_make_symbolic(p, n + room, "p");
	for (unsigned i = 0; i <= n; i++)
		if (p[i] == 'a') //~ out-of-bounds
			p[i] = 'b';
	free(p);
	return 0;
}
