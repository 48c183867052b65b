// No value is left.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	if (x > 100) {
		klee_assume(x < 50);
		return 1;
	}
	return 0;
}
