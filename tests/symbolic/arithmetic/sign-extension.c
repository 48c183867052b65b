// A char above 127 is negative as an int, and large as unsigned.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	signed char c;
	klee_make_symbolic(&c, sizeof c, "c");
	if (c < 0) {
		assert((unsigned)c >= 0xffffff80);
		assert((unsigned long)c >= 0xffffffffffffff80);
		assert((unsigned char)c >= 0x80);
		return 1;
	}
	assert((unsigned)c <= 127);
	return 0;
}
