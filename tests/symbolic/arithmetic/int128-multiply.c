// 64 by 64 bits: the high half tells whether the product fits.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned long a;
	klee_make_symbolic(&a, sizeof a, "a");
	unsigned __int128 product = (unsigned __int128)a * 12;
	if (product >> 64) {
		assert(a > 0x1555555555555555);
		return 1;
	}
	assert(a <= 0x1555555555555555);
	return 0;
}
