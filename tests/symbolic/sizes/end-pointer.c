// A walk to the end, and back from it.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n"), count = 0;
	short *list = calloc(n, sizeof *list), *end = list + n;
	for (short *at = list; at != end; at++)
		*at = ++count;
	assert(count == n);
	for (short *at = end; at > list; count--)
		assert(*--at == (short)count);
	assert(end - list == n);
	free(list);
	return 0;
}
