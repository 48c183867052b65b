// Two blocks of different sizes, in structures that a table of two leads to: an index that is inside the larger only.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

struct holder {
	unsigned char *bytes;
};

int main(void)
{
	struct holder holders[2] = {{calloc(1, 8)}, {calloc(1, 12)}};
	struct holder *pointers[2] = {&holders[0], &holders[1]};
	if (!holders[0].bytes || !holders[1].bytes)
		return 0;
	unsigned which = klee_range(0, 2, "which");
	unsigned at = klee_range(0, 12, "at");
	return pointers[which]->bytes[at]; //~ out-of-bounds
}
