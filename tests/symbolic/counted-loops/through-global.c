// The counter and the sum are global variables.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static unsigned sum, i;

int main(void)
{
	unsigned char p[9];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 10, "n");
	for (i = 0; i < n; i++)
		sum += p[i];
	assert(i == n && sum <= 255 * n);
	return 0;
}
