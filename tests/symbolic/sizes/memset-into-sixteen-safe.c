// The safe twin: what was cleared, and what was not.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char p[16];
	size_t n, i = klee_range(0, 16, "i");
	klee_make_symbolic(&n, sizeof n, "n");
	klee_assume((n <= 20) | (n > SIZE_MAX - 3));
	memset(p, 1, sizeof p);
	if (n > sizeof p)
		return 1;
	memset(p, 0, n);
	assert(p[i] == (i < n ? 0 : 1));
	return 0;
}
