// One of three blocks is freed, and one of them read or freed after it.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *blocks[3];
	unsigned n = klee_range(1, 5, "n"), i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	for (unsigned k = 0; k < 3; k++)
		blocks[k] = calloc(n, 1);
	free(blocks[i]);
	if (klee_range(0, 2, "again"))
		free(blocks[j]); //~ double-free
	else if (blocks[j][n - 1]) //~ use-after-free
		return 1;
	return 0;
}
