// bswap against moving the bytes by hand.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned swapped = x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
	assert(__builtin_bswap32(x) == swapped);
	return 0;
}
