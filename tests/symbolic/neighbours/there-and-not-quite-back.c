// A pointer goes by any number and comes back by one of a few more. ASan sees it.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *a = calloc(4, sizeof *a);
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	int *p = a + i, **kept = malloc(sizeof *kept);
	*kept = p - i;
	*kept += klee_range(0, 5, "more");
	return **kept; //~ out-of-bounds
}
