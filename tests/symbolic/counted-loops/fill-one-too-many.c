// The loop writes one byte more than the block has.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 1000, "n"), room = klee_range(0, 2, "room");
	char *p = malloc(n + room);
	for (unsigned i = 0; i <= n; i++)
		p[i] = 1; //~ out-of-bounds
	free(p);
	return 0;
}
