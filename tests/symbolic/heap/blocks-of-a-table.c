// One of three blocks is freed, one of three is read: they may be the same.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *blocks[3];
	for (int i = 0; i < 3; i++)
		blocks[i] = calloc(1, 4);
	int freed = klee_range(0, 3, "freed"), read = klee_range(0, 3, "read");
	free(blocks[freed]);
	if (blocks[read][0] == 0) //~ use-after-free
		return 0;
	return 1;
}
