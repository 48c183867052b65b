// The safe twin keeps the large ones, if only their last byte.
//@ run: --check-leaks on
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

static char *kept;

int main(void)
{
	unsigned n = klee_range(0, 9, "n");
	char *p = malloc(n);
	if (n > 5) {
		kept = p + n - 1;
		p = 0;
		return 1;
	}
	free(p);
	return 0;
}
