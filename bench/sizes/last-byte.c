// malloc(n) and its last byte.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

int main(void)
{
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
#if RANGE
	klee_assume(n <= RANGE);
#endif
	klee_assume(n > 0);
	char *p = malloc(n);
	if (!p)
		return 1;
	p[n - 1] = 7;
	assert(p[n - 1] == 7);
	free(p);
	return 0;
}
