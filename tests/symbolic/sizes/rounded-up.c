// The size is rounded up to words; where it is a multiple already, the terminator has no room.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 13, "n");
	char *p = malloc((n + 3) / 4 * 4);
	memset(p, 'a', n);
	p[n] = 0; //~ out-of-bounds
	free(p);
	return 0;
}
