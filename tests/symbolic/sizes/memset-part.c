// Eight bytes, n of them written; the one that is looked at may be another. ASan cannot see it: MSan can.
//@ exits: 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n"), i = klee_range(0, 8, "i");
	char *p = malloc(8);
	memset(p, 1, n);
	if (p[i] == 1) { //~ uninitialised
		free(p);
		return 1;
	}
	free(p);
	return 0;
}
