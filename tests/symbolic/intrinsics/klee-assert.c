// klee_assert reports as assert does.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	klee_assert((x & 3) <= 3);
	klee_assert(x != 1000); //~ assertion
	return 0;
}
