// The depth is the symbolic argument.
//@ paths: 5
//@ exits: 1 2 6 24
#include <klee/klee.h>

static int factorial(int n)
{
	if (n == 0)
		return 1;
	return n * factorial(n - 1);
}

int main(void)
{
	return factorial(klee_range(0, 5, "n"));
}
