// Only what is asked for is written to, and that may be outside.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[10] = {0};
	unsigned n = klee_range(0, 14, "n"), from = klee_range(0, 14, "from");
	for (unsigned i = 0; i < n; i++)
		if (i >= from)
			p[i] = 1; //~ out-of-bounds
	assert(p[0] == (n > 0 && from == 0));
	return 0;
}
