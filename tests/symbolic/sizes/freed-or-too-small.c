// One of two blocks of n bytes is freed, so an access to the first is wrong for two reasons.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n"), which = klee_range(0, 2, "which");
	char *both[2] = { malloc(n), malloc(n) };
	free(both[which]);
	if (klee_range(0, 2, "how"))
		both[0][5] = 1; //~ use-after-free //~ out-of-bounds
	else
		memset(both[0], 1, n + which); //~ use-after-free //~ out-of-bounds
	return 0;
}
