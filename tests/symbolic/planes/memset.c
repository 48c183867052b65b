// The paper's multi-write: an array of symbolic size is set to zero, of which one element is then written.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 500, "n"), i = klee_range(0, 500, "i"), j = klee_range(0, 500, "j");
	klee_assume(i < n);
	klee_assume(j < n);
	char *a = malloc(n);
	memset(a, 0, n);
	a[i] = 7;
	klee_assert(a[j] == (i == j ? 7 : 0));
	free(a);
	return 0;
}
