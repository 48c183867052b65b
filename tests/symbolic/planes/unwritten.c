// Whether an element was written depends on the input.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *a = malloc(8 * sizeof *a);
	unsigned i = klee_range(0, 8, "i"), j = klee_range(0, 8, "j");
	a[i] = 1;
	a[2] = 0;
	if (a[j]) { //~ uninitialised
		free(a);
		return 1;
	}
	free(a);
	return 0;
}
