// Two that were never set need not be equal.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(2 * sizeof *p);
	if (klee_range(0, 2, "look") == 0)
		return 0;
	if (p[0] == p[1]) //~ uninitialised
		return 1;
	return 0;
}
