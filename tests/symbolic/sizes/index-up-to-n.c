// One read too many is allowed: the guard has <= for <.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n"), i = klee_range(0, 12, "i");
	int *list = calloc(n, sizeof *list);
	if (i <= n && list[i] == 0) { //~ out-of-bounds
		free(list);
		return 1;
	}
	free(list);
	return 0;
}
