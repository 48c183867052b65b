// malloc(n) for a string of n characters: the terminator is behind it.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

static char *line(size_t n)
{
	char *p = malloc(n);
	if (!p)
		return 0;
	memset(p, '-', n);
	p[n] = 0; //~ out-of-bounds
	return p;
}

int main(void)
{
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
#if RANGE
	klee_assume(n <= RANGE);
#endif
	free(line(n));
	return 0;
}
