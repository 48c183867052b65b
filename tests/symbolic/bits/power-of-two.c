// x & (x - 1) is zero for powers of two, and for zero, which was forgotten.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	if ((x & (x - 1)) == 0) {
		assert(__builtin_popcount(x) == 1); //~ assertion
		return 1;
	}
	return 0;
}
