// The safe twin.
//@ paths: 3
//@ exits: 0 1 2
#include <klee/klee.h>

int main(void)
{
	unsigned x = klee_int("x");
	if (x == 0)
		return 2;
	if (1000 / x > 10)
		return 1;
	return 0;
}
