// The safe twin: below 2^23 it does.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (!(x >= 0 && x <= 1000.0f))
		return 1;
	volatile float sum = x + 1.0f;
	assert(sum > x);
	return 0;
}
