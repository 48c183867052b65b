// A sum that reads one byte too many of a block of symbolic size.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(0, 30, "n"), room = klee_range(0, 2, "room"), sum = 0;
	unsigned char *p = malloc(n + room);
	memset(p, 2, n + room);
	for (unsigned i = 0; i <= n; i++)
		sum += p[i]; //~ out-of-bounds
	assert(sum == 2 * (n + 1));
	free(p);
	return 0;
}
