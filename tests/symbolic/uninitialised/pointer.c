// A pointer that was never set.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int here = 0;
	int *p;
	if (klee_range(0, 2, "set"))
		p = &here;
	return *p; //~ uninitialised
}
