// What only one side may do is not done for the other: a load through a null pointer, a division by zero.
//@ exits: 0 1
//@ assumed-away: 2
#include <klee/klee.h>

int main(void)
{
	int x = 4, y = klee_int("y"), z = klee_int("z");
	int *p = y > 5 ? &x : 0;
	klee_assume(p && *p == 4);
	klee_assume(z != 0 && 100 / z == 7);
	klee_assume(p == &x || p[z] == 2);
	if (z == 14)
		return 0;
	return 1;
}
