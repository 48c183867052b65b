// The same leak, not asked for, is no finding.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(8);
	p[0] = 1;
	if (klee_int("error") == 3) {
		p = 0;
		return 1;
	}
	free(p);
	return 0;
}
