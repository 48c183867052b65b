// Neighbours in Gray code differ in one bit.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned char next = x + 1;
	unsigned char a = x ^ x >> 1, b = next ^ next >> 1;
	assert(__builtin_popcount(a ^ b) == 1);
	return 0;
}
