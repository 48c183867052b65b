// A block of no bytes is filled, copied, compared and freed as any other.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(0, 5, "n");
	char *p = malloc(n), *q = calloc(n, 1);
	assert(p && q && p != q);
	memset(p, 1, n);
	memcpy(q, p, n);
	assert(memcmp(p, q, n) == 0);
	free(p);
	free(q);
	return 0;
}
