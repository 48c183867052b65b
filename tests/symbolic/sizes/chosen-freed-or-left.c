// One of two pointers leads to a freed block, however small it was, and the other may leave its own.
//@ exits: 0
//@ native: unseen
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n");
	char *freed = malloc(n), *left = malloc(n + 2);
	free(freed);
	*(n < 2 ? freed + 4 : left + 4) = 1; //~ use-after-free //~ out-of-bounds
	char *blocks[3] = {0, left, freed};
	if (n == 8)
		blocks[klee_range(0, 3, "i")][40] = 1; //~ null-dereference //~ out-of-bounds //~ use-after-free
	return 0;
}
