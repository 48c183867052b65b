// The last byte of a block of n bytes is there, whatever n is.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 13, "n");
	char *p = malloc(n);
	p[n - 1] = 7;
	assert(p[n - 1] == 7);
	free(p);
	return 0;
}
