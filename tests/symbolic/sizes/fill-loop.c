// Filled to its end by a loop, and looked at where the input says.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 11, "n"), i = klee_range(0, 10, "i");
	klee_assume(i < n);
	unsigned *p = malloc(n * sizeof *p);
	for (unsigned k = 0; k < n; k++)
		p[k] = k * k + 1;
	assert(p[i] == i * i + 1);
	free(p);
	return 0;
}
