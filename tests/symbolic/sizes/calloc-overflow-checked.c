// The safe twin; what there is, is zero.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	size_t n = klee_range(-2, 6, "n"), i = klee_range(0, 5, "i");
	long *list = calloc(n, sizeof *list);
	if (!list)
		return 1;
	if (i < n)
		assert(list[i] == 0);
	free(list);
	return 0;
}
