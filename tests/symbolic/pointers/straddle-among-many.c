// Among very many blocks, a number that leads over the end of one must not hide those that lead into another.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

enum { BLOCKS = 400 };

int main(void)
{
	char *block[BLOCKS];
	for (int k = 0; k < BLOCKS; k++)
		block[k] = calloc(1, 8);
	block[300][0] = 1;
	long distance;
	klee_make_symbolic(&distance, sizeof distance, "distance");
	long other = block[300] - (block[10] + 6);
	klee_assume((distance == 0) | (distance == other));
	int value = *(int *)((uintptr_t)block[10] + 6 + distance); //~ out-of-bounds
	assert(value != 1); //~ assertion
	return 0;
}
