// Two of the same name are two values.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), y = klee_int("x");
	if (x < y)
		return 1;
	return 0;
}
