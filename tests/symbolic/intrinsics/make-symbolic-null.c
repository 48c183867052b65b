// No object at all.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int y = klee_int("y");
	if (y == 1)
		klee_make_symbolic(0, 4, "x"); //~ user
	return 0;
}
