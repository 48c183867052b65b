// The same at -O2, where the choice between the pointers is the compiler's.
//@ cc: -O2
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);
	for (int i = 0; i < 4; i++) {
		a[i] = i;
		b[i] = 10 + i;
	}
	unsigned which = klee_range(0, 2, "which"), i = klee_range(0, 5, "i");
	int *p = which ? a : b;
	p[i] += 100; //~ out-of-bounds
	int sum = 0;
	for (int j = 0; j < 4; j++)
		sum += a[j] + b[j];
	assert(sum == 152);
	return 0;
}
