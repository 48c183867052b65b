// Two arrays are compared.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static int same(const char *a, const char *b, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (a[i] != b[i])
			return 0;
	return 1;
}

int main(void)
{
	char a[12], b[12];
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(b, sizeof b, "b");
	unsigned n = klee_range(0, 13, "n");
	if (!same(a, b, n))
		return 0;
	if (n > 4)
		assert(a[4] == b[4]);
	return 1;
}
