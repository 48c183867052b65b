// All that a block has may be used, which is at least what was asked for.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 10, "n");
	char *p = malloc(n);
	size_t room = malloc_usable_size(p);
	assert(room >= n);
	memset(p, 3, room);
	assert(p[n - 1] == 3);
	free(p);
	return 0;
}
