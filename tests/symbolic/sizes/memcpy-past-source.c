// There is room for all that is copied, but there is not as much to copy.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n"), length = klee_range(0, 9, "length");
	char *from = calloc(n, 1), to[8];
	memcpy(to, from, length); //~ out-of-bounds
	free(from);
	return 0;
}
