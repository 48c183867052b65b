// A symbolic float between two constants.
//@ paths: 3
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x > 1.0f) {
		if (x < 1.5f)
			return 1;
		return 2;
	}
	assert(!(x > 2.0f));
	return 0;
}
