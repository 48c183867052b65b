// A range that ends before it begins.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	if (klee_int("x") != 5)
		return 0;
	return klee_range(3, -3, "y"); //~ user
}
