// A switch on what was never set.
//@ exits: 2
#include <klee/klee.h>

int main(void)
{
	int kind;
	if (klee_range(0, 2, "set"))
		kind = 1;
	switch (kind) { //~ uninitialised
	case 1:
		return 2;
	default:
		return 3;
	}
}
