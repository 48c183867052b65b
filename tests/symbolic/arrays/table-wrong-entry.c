// One entry of the table is no index of it.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

static const unsigned char next[4] = {2, 3, 4, 0};

int main(void)
{
	unsigned at = klee_range(0, 4, "at");
	at = next[next[at]]; //~ out-of-bounds
	return at & 0;
}
