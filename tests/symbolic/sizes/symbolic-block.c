// A block of n bytes whose content is the input: first and last may be anything, and are the same if there is one.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 7, "n");
	char *p = malloc(n);
	klee_make_symbolic(p, n, "data");
	char first = p[0], last = p[n - 1];
	free(p);
	if (first == 'a' && last == 'z') {
		assert(n > 1);
		return 1;
	}
	return 0;
}
