// Where the product does not fit, the old block stays as it was.
//@ exits: 0 1
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_assume(n + 2 < 8);
	klee_assume(n != 0);
	long *old = malloc(sizeof *old);
	*old = 5;
	long *list = reallocarray(old, n, sizeof *list);
	if (!list) {
		assert(*old == 5);
		free(old);
		return 1;
	}
	assert(list[0] == 5);
	list[n - 1] = 6;
	free(list);
	return 0;
}
