// One of two blocks is freed, and an access through one of the two pointers may also be too far.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n"), i = klee_range(0, 2, "i"), j = klee_range(0, 2, "j");
	char *blocks[2] = {malloc(n), malloc(n)};
	free(blocks[i]);
	blocks[j][5 + j] = 1; //~ use-after-free //~ out-of-bounds
	return 0;
}
