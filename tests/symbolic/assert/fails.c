// The same value is asserted three times; the second assertion fails for it.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned x = klee_int("x");
	assert(x * 2 != 1);
	assert(x * 3 != 1); //~ assertion
	assert(x * 3 != 1);
	return 0;
}
