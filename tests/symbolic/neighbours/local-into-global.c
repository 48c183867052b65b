// An index into a local of a call, beyond what it has; a global may be there. ASan cannot see all of it: some indices land in a live neighbour.
//@ exits: 0 1
#include <klee/klee.h>

static short table[4] = {7, 7, 7, 7};

static int get(long i)
{
	short list[4] = {1, 0, 0, 0};
	return list[i] + table[0] - 7; //~ out-of-bounds
}

int main(void)
{
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	if (get(i) == 1)
		return 1;
	return 0;
}
