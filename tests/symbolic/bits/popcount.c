// Counting bits three ways.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned sum = x;
	sum = (sum & 0x55) + (sum >> 1 & 0x55);
	sum = (sum & 0x33) + (sum >> 2 & 0x33);
	sum = (sum & 0x0f) + (sum >> 4 & 0x0f);
	assert(sum == (unsigned)__builtin_popcount(x));
	return 0;
}
