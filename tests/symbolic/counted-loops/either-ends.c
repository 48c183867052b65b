// Two arrays are walked as long as one of them goes on; the other has ended by then.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 12, "n"), m = klee_range(1, 12, "m"), sum = 0;
	unsigned char *a = malloc(n), *b = malloc(m);
	klee_make_symbolic(a, n, "a");
	klee_make_symbolic(b, m, "b");
	for (unsigned i = 0; i < n || i < m; i++)
		sum += a[i] + b[i]; //~ out-of-bounds
	free(a);
	free(b);
	assert(sum <= 510 * 12);
	return 0;
}
