// Letters of a block are changed in place, others stay.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 6, "n");
	char *p = malloc(n);
	klee_make_symbolic(p, n, "p");
	char first = p[0];
	for (unsigned i = 0; i < n; i++)
		if (p[i] >= 'a' && p[i] <= 'z')
			p[i] -= 32;
	assert(p[n - 1] < 'a' || p[n - 1] > 'z');
	assert(p[0] == (first >= 'a' && first <= 'z' ? first - 32 : first));
	free(p);
	return 0;
}
