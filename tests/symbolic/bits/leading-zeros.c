// clz, ctz and ffs of a number that is not zero.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x == 0)
		return 1;
	assert(x >> (31 - __builtin_clz(x)) == 1);
	assert(x >> __builtin_ctz(x) & 1);
	return 0;
}
