// Rotating left and right by the same distance gives the number back.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned x, n;
	klee_make_symbolic(&x, sizeof x, "x");
	klee_make_symbolic(&n, sizeof n, "n");
	n &= 31;
	unsigned left = x << n | x >> (-n & 31);
	unsigned back = left >> n | left << (-n & 31);
	assert(back == x);
	return 0;
}
