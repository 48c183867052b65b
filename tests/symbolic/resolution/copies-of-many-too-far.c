// A fill of many bytes that leaves one of several blocks, and one that is all inside.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *blocks[2] = {calloc(1, 300), calloc(1, 400)};
	if (!blocks[0] || !blocks[1])
		return 0;
	unsigned which = klee_range(0, 2, "which"), at = klee_range(0, 50, "at");
	memset(blocks[which] + at, 1, 260); //~ out-of-bounds
	klee_assert(which == 1 || at <= 40);
	return blocks[1][49];
}
