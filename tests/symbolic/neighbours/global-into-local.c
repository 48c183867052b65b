// Any index into a global, among them those of a local. ASan cannot see all of it: some indices land in a live neighbour.
//@ exits: 0 1
#include <klee/klee.h>

static long table[3] = {0, 1, 0};

int main(void)
{
	long secret = 42, i;
	long *volatile shown = &secret;
	klee_make_symbolic(&i, sizeof i, "i");
	long value = table[i]; //~ out-of-bounds
	if (value == *shown)
		return 2;
	if (value)
		return 1;
	return 0;
}
