// Truncation towards zero of a bounded float.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (!(x > -3.0f && x < 3.0f))
		return 2;
	int i = (int)x;
	assert(i >= -2 && i <= 2);
	if (i == 2) {
		assert(x >= 2.0f);
		return 1;
	}
	return 0;
}
