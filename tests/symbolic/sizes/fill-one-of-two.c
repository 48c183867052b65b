// Many bytes of one of two blocks of n bytes are filled, and moved by one.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(15, 20, "n"), which = klee_range(0, 2, "which");
	unsigned char *both[2] = { malloc(n + 1), malloc(n + 1) };
	memset(both[which], 7, n);
	both[which][0] = 3;
	memmove(both[which] + 1, both[which], n);
	assert(both[which][1] == 3 && both[which][2] == 7 && both[which][n] == 7);
	return 0;
}
