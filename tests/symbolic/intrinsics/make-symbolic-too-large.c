// More bytes than the object has.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x, y = klee_int("y");
	if (y == 1)
		klee_make_symbolic(&x, sizeof x + 1, "x"); //~ user
	return 0;
}
