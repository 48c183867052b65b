// One of two arrays that are compared is shorter than what is said of both.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 16, "n");
	char *a = malloc(n), *b = malloc(8);
	klee_make_symbolic(a, n, "a");
	klee_make_symbolic(b, 8, "b");
	unsigned i = 0;
	while (i < n && a[i] == b[i]) //~ out-of-bounds
		i++;
	assert(i <= n);
	free(a);
	free(b);
	return 0;
}
