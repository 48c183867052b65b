// The safe twin: freed on both paths, or still reachable from a global.
//@ run: --check-leaks on
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

static char *kept;

int main(void)
{
	char *p = malloc(8);
	p[0] = 1;
	kept = malloc(4);
	if (klee_int("error") == 3) {
		free(p);
		return 1;
	}
	free(p);
	return 0;
}
