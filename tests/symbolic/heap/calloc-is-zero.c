// Whatever the index, calloc's memory is zero.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *p = calloc(8, sizeof *p);
	unsigned i = klee_range(0, 8, "i");
	assert(p[i] == 0);
	free(p);
	return 0;
}
