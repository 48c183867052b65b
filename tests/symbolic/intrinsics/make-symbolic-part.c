// Fewer bytes than the object has: KLEE wants the whole of it.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int list[2], y = klee_int("y");
	if (y == 1)
		klee_make_symbolic(list, sizeof list[0], "x"); //~ user
	return 0;
}
