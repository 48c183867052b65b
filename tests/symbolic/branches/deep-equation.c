// One value in 2^32 reaches the assertion.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned y = (x ^ 0x5a5a5a5a) * 3 + 17;
	assert(y != 0xcafebabe); //~ assertion
	return 0;
}
