// A symbolic number of 128 bits, compared and taken apart.
//@ paths: 3
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	__int128 x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x < 0)
		return 0;
	if (x > 0xffffffffffffffff) {
		assert((unsigned long)(x >> 64) != 0);
		return 1;
	}
	assert((unsigned long)(x >> 64) == 0);
	return 2;
}
