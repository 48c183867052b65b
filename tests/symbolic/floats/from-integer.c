// Every int of 24 bits is a float, not every int of 32.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	klee_assume(x >= 0);
	klee_assume(x < 1 << 25);
	float f = (float)x;
	if (x <= 1 << 24)
		assert((int)f == x);
	else
		assert((int)f == x); //~ assertion
	return 0;
}
