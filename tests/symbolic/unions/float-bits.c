// The bits of a float tell its sign.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	union {
		float f;
		unsigned bits;
	} u;
	klee_make_symbolic(&u, sizeof u, "u");
	if (u.bits >> 31) {
		assert(!(u.f > 0));
		return 1;
	}
	assert(!(u.f < 0));
	return 0;
}
