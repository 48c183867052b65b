// The old pointer used after realloc.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(4), *old = p;
	p[0] = 1;
	if (klee_int("grow") == 5)
		p = realloc(p, 64);
	else {
		free(p);
		return 0;
	}
	old[0] = 2; //~ use-after-free
	free(p);
	return 1;
}
