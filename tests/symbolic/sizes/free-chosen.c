// The input says which of three blocks goes first; each goes once.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *blocks[3];
	unsigned n = klee_range(1, 6, "n"), i = klee_range(0, 3, "i");
	for (unsigned k = 0; k < 3; k++) {
		blocks[k] = malloc(n + k);
		memset(blocks[k], 'a' + k, n + k);
	}
	free(blocks[i]);
	blocks[i] = 0;
	for (unsigned k = 0; k < 3; k++)
		if (blocks[k])
			assert(blocks[k][n + k - 1] == 'a' + (char)k);
	for (unsigned k = 0; k < 3; k++)
		free(blocks[k]);
	return 0;
}
