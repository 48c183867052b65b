// Adding 1 changes nothing when the number is large.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (!(x >= 0 && x <= 1e9f))
		return 1;
	volatile float sum = x + 1.0f;
	assert(sum > x); //~ assertion
	return 0;
}
