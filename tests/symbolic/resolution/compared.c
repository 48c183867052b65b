// Pointers that the input chose are compared: equal are those to the same block.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *blocks[3];
	for (int i = 0; i < 3; i++) {
		blocks[i] = malloc(4);
		blocks[i][0] = i;
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	char *p = blocks[i], *q = blocks[j];
	assert((p == q) == (i == j));
	if (p == q && *p == 2)
		return 1;
	return 0;
}
