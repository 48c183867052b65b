// Two functions call each other until the argument is used up.
//@ paths: 6
//@ exits: 0 1
#include <klee/klee.h>

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
	if (n == 0)
		return 1;
	return is_odd(n - 1);
}

static int is_odd(unsigned n)
{
	if (n == 0)
		return 0;
	return is_even(n - 1);
}

int main(void)
{
	unsigned n = klee_range(0, 6, "n");
	return is_even(n);
}
