// The called function gets the symbolic argument.
//@ paths: 4
//@ exits: 0 1 2 3
#include <klee/klee.h>

static int is_small(int x)
{
	if (x < 10)
		return 1;
	return 0;
}

static int is_even(int x)
{
	if (x & 1)
		return 2;
	return 3;
}

int main(void)
{
	int x = klee_int("x");
	int (*f)(int) = is_small;
	if (klee_int("which"))
		f = is_even;
	return f(x);
}
