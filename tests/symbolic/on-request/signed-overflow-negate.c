// The smallest int has no negation.
//@ run: --check-overflow on
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	if (x < 0)
		x = -x; //~ signed-overflow
	return x & 0;
}
