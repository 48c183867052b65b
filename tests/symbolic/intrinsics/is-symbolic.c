// A constant is not symbolic, before and after it was stored.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), y = 5;
	unsigned known = klee_is_symbolic(x);
	assert(known <= 1);
	assert(!klee_is_symbolic(y));
	if (x == y)
		return 1;
	return 0;
}
