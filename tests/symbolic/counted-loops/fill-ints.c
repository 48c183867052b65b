// Elements of four bytes, and the last one is where the program says.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 1001, "n");
	int *p = malloc(n * sizeof *p);
	for (unsigned i = 0; i < n; i++)
		p[i] = i * i;
	assert(p[n - 1] == (int)((n - 1) * (n - 1)));
	free(p);
	return 0;
}
