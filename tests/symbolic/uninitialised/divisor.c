// Dividing by what was never set may trap.
//@ exits: 1
#include <klee/klee.h>

int main(void)
{
	int d;
	if (klee_range(0, 2, "set"))
		d = 9;
	return 9 / d; //~ uninitialised
}
