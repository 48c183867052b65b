// realloc of n bytes to as many more as the input says: what was there is still there.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

int main(void)
{
	unsigned n, more, i;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&more, sizeof more, "more");
	klee_make_symbolic(&i, sizeof i, "i");
#if RANGE
	klee_assume((n <= RANGE) & (more <= RANGE));
#endif
	klee_assume((n > 0) & (i < n));
	char *p = malloc(n);
	if (!p)
		return 1;
	memset(p, 'o', n);
	char *grown = realloc(p, (size_t)n + more);
	if (!grown) {
		free(p);
		return 1;
	}
	memset(grown + n, 'n', more);
	assert(grown[i] == 'o');
	if (more)
		assert(grown[n + (size_t)more - 1] == 'n');
	free(grown);
	return 0;
}
