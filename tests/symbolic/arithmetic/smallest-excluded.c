// The safe twin: neither zero nor -1 gets through.
//@ paths: 3
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), y = klee_int("y");
	if (y >= -1 && y <= 0)
		return 1;
	int quotient = x / y;
	return quotient & 0;
}
