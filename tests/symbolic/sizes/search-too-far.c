// What is looked for is not there, and the limit is not that of the block.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 6, "n"), limit = klee_range(0, 7, "limit");
	char *p = malloc(n);
	memset(p, 'a', n);
	switch (klee_range(0, 3, "how")) {
	case 0:
		if (memchr(p, 'x', limit)) //~ out-of-bounds in memchr
			return 1;
		break;
	case 1:
		if (strnlen(p, limit) != limit) //~ out-of-bounds in memchr
			return 1;
		break;
	case 2:
		if (memcmp(p, "aaaaaa", limit)) //~ out-of-bounds in memcmp
			return 1;
	}
	free(p);
	return 0;
}
