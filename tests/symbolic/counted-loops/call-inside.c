// A function is called in each round: every number of rounds is a path.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static int twice(int x)
{
	return 2 * x;
}

int main(void)
{
	int p[6];
	unsigned n = klee_range(0, 7, "n");
	for (unsigned i = 0; i < n; i++)
		p[i] = twice(i);
	if (n > 5)
		assert(p[5] == 10);
	return 0;
}
