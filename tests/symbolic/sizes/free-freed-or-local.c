// One of four is freed: a block that is gone, a local, a block, and the middle of one.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n");
	char local[n], *freed = malloc(n), *block = malloc(n);
	char *pointers[4] = {local, freed, block, block + 1};
	free(freed);
	free(pointers[klee_range(0, 4, "i")]); //~ invalid-free //~ double-free
	return 0;
}
