// A condition chooses between two arrays; the index is too large for one of them. ASan sees it.
//@ exits: 0 1
#include <klee/klee.h>

static char large[8] = {0, 0, 0, 0, 1, 0, 0, 0};

int main(void)
{
	char small[4] = {0};
	char *p = klee_range(0, 2, "which") ? large : small;
	if (p[klee_range(0, 8, "i")]) //~ out-of-bounds
		return 1;
	return 0;
}
