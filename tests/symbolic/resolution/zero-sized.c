// One of the blocks has no bytes at all.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *blocks[3];
	for (int i = 0; i < 3; i++)
		blocks[i] = calloc(i == 1 ? 0 : 2, 1);
	unsigned i = klee_range(0, 3, "i");
	blocks[i][1] = 1; //~ out-of-bounds
	if (blocks[0][1])
		return 1;
	return 0;
}
