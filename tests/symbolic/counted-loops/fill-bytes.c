// A loop fills a block of symbolic size with a function of the index.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 1001, "n");
	char *p = malloc(n + 1);
	for (unsigned i = 0; i < n; i++)
		p[i] = i * 3;
	if (n > 10)
		assert(p[10] == 30 && p[n - 1] == (char)((n - 1) * 3));
	free(p);
	return 0;
}
