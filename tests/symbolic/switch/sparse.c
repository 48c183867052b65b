// Far-apart and negative case values.
//@ paths: 4
//@ exits: 1 2 3 4
#include <klee/klee.h>

int main(void)
{
	switch (klee_int("x")) {
	case -2147483647 - 1:
		return 1;
	case -1:
		return 2;
	case 1000000007:
		return 3;
	default:
		return 4;
	}
}
