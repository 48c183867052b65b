// How much two arrays have in common.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char a[12], b[12];
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(b, sizeof b, "b");
	unsigned n = klee_range(0, 13, "n"), i;
	for (i = 0; i < n && a[i] == b[i]; i++)
		;
	assert(i <= n);
	if (i > 3)
		assert(a[3] == b[3]);
	if (i < n)
		assert(a[i] != b[i]);
	return 0;
}
