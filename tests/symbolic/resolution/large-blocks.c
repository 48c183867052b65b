// Blocks above any threshold, far apart.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *blocks[3];
	for (int i = 0; i < 3; i++) {
		blocks[i] = calloc(1, 12000 + i);
		blocks[i][11999] = i;
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(11998, 12003, "j");
	blocks[i][3] = 7;
	if (blocks[i][j] == 2) //~ out-of-bounds
		return 1;
	return 0;
}
