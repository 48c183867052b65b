// Unsigned sums wrap: the check for overflow after the fact works.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned a = klee_int("a"), b = klee_int("b");
	unsigned sum = a + b;
	if (sum < a) {
		assert((unsigned long)a + b > 0xffffffff);
		return 1;
	}
	assert((unsigned long)a + b <= 0xffffffff);
	return 0;
}
