// `abs` of the smallest integer has no result; of any other integer it has.
//@ exits: 0
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
	int x = klee_int("x");
	long y;
	klee_make_symbolic(&y, sizeof y, "y");

	if (klee_range(0, 2, "way"))
		return labs(y) < 0; //~ signed-overflow
	if (x != INT_MIN)
		return abs(x) < 0;
	return abs(x) > 0; //~ signed-overflow
}
