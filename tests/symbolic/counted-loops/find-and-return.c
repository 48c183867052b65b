// A search that may look past the end.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static int find(const char *p, unsigned n, char c)
{
	for (unsigned i = 0; i < n; i++)
		if (p[i] == c) //~ out-of-bounds
			return i;
	return -1;
}

int main(void)
{
	char p[30];
	klee_make_symbolic(p, sizeof p, "p");
	int i = find(p, klee_range(0, 40, "n"), 'y');
	if (i >= 0)
		assert(p[i] == 'y');
	return i >= 0;
}
