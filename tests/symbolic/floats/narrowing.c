// A double that is not the same after a visit to float.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	double x;
	klee_make_symbolic(&x, sizeof x, "x");
	klee_assume(x >= 1.0);
	klee_assume(x <= 2.0);
	if ((double)(float)x == x)
		return 0;
	return 1;
}
