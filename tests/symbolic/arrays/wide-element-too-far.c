// An element of 16 bytes, written as a whole at an index that may be one too large; of one of two blocks.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	__int128 *blocks[2] = {malloc(3 * 16), malloc(4 * 16)};
	if (!blocks[0] || !blocks[1])
		return 0;
	unsigned which = klee_range(0, 2, "which"), i = klee_range(0, 4, "i");
	blocks[which][i] = i; //~ out-of-bounds
	return 0;
}
