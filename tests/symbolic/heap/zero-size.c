// A block of no bytes may be freed, not read.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(0);
	if (klee_int("read") == 1 && p)
		p[0] = 1; //~ out-of-bounds
	free(p);
	return 0;
}
