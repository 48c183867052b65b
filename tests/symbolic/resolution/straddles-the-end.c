// A word that begins in a block and ends behind it, in one of three blocks only.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *blocks[3] = {calloc(16, 1), calloc(13, 1), calloc(16, 1)};
	unsigned i = klee_range(0, 3, "i");
	int word = 0;
	blocks[0][14] = 1;
	__builtin_memcpy(&word, blocks[i] + 12, 4); //~ out-of-bounds
	if (word)
		return 1;
	return 0;
}
