// One of two blocks of symbolic size, at a symbolic place.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 60, "n"), m = klee_range(1, 60, "m"), i = klee_range(0, 59, "i");
	char *blocks[2] = { calloc(n, 1), calloc(m, 1) };
	unsigned which = klee_range(0, 2, "which");
	blocks[which][i] = 3; //~ out-of-bounds
	klee_assert(i < (which ? m : n));
	klee_assert(blocks[which][i] == 3);
	klee_assert(blocks[!which][0] == 0);
	free(blocks[0]);
	free(blocks[1]);
	return 0;
}
