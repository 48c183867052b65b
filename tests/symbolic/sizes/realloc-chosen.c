// One of three blocks becomes as large as the input says; all keep what they had.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *blocks[3];
	unsigned n = klee_range(4, 10, "n"), i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	for (unsigned k = 0; k < 3; k++) {
		blocks[k] = malloc(4);
		memset(blocks[k], 'a' + k, 4);
	}
	blocks[i] = realloc(blocks[i], n);
	blocks[i][n - 1] = 'a' + i;
	assert(blocks[j][3] == 'a' + (char)j);
	for (unsigned k = 0; k < 3; k++)
		free(blocks[k]);
	return 0;
}
