// The quotient of the smallest int and -1 is no int.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), y = klee_int("y");
	klee_assume(y < 0);
	int quotient = x / y; //~ signed-overflow
	return quotient & 0;
}
