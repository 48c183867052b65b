// A variable that nobody wrote is no matter where the other side keeps the assumption from it.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int unset;
	int x = klee_int("x");
	klee_assume(x > 3 || (x == 2 && unset == 7)); //~ uninitialised
	return 0;
}
