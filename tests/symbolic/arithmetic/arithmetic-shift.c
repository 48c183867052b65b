// Shifting a negative number to the right keeps its sign.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	klee_assume(x < 0);
	assert(x >> 3 < 0);
	assert((unsigned)x >> 3 <= 0x1fffffff);
	return 0;
}
