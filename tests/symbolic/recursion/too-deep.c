// The recursion writes its depth into a table that is one entry too short.
//@ paths: 3
//@ exits: 0 1 2
#include <klee/klee.h>

static int table[3];

static int dive(int depth, int n)
{
	table[depth] = n; //~ out-of-bounds
	if (depth == n)
		return depth;
	return dive(depth + 1, n);
}

int main(void)
{
	return dive(0, klee_range(0, 4, "n"));
}
