// Assuming a constant falsehood.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	if (klee_int("x") == 0) {
		klee_assume(0);
		return 1;
	}
	return 0;
}
