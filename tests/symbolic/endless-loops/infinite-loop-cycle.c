// A cycle of two states that is entered for one input.
//@ run: --check-loops on
//@ exits: 0
#include <klee/klee.h>

static const unsigned char next[4] = {3, 2, 1, 3};

int main(void)
{
	volatile unsigned at = klee_range(0, 3, "at");
	while (at != 3) at = next[at]; //~ infinite-loop
	return 0;
}
