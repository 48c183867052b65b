// Three ways out of two comparisons.
//@ paths: 3
//@ exits: 0 1 2
#include <klee/klee.h>

static int sign(int x)
{
	if (x == 0)
		return 0;
	if (x < 0)
		return 1;
	return 2;
}

int main(void)
{
	int x;
	klee_make_symbolic(&x, sizeof x, "x");
	return sign(x);
}
