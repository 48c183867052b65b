// The mean of two unsigned numbers by halving the sum is wrong for large ones.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned a = klee_int("a"), b = klee_int("b");
	klee_assume(a <= b);
	unsigned good = a + (b - a) / 2;
	assert(good >= a && good <= b);
	unsigned bad = (a + b) / 2;
	assert(bad >= a); //~ assertion
	return 0;
}
