// Repeated squaring asserted against repeated multiplication.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static unsigned power(unsigned x, unsigned n)
{
	if (n == 0)
		return 1;
	unsigned half = power(x, n / 2);
	return n % 2 ? half * half * x : half * half;
}

int main(void)
{
	unsigned n = klee_range(0, 6, "n");
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned slow = 1;
	for (unsigned i = 0; i < n; i++)
		slow *= x;
	assert(power(x, n) == slow);
	return 0;
}
