// A loop that sets even elements to 0 and odd ones to 1: a function of the place.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 200, "n"), j = klee_range(0, 200, "j");
	klee_assume(j < n);
	char *a = malloc(n);
	for (unsigned i = 0; i < n; i++)
		a[i] = i % 2;
	klee_assert(a[j] == j % 2);
	free(a);
	return 0;
}
