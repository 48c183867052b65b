// Multiplication by an odd constant is undone by its inverse.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned short x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned short scaled = x * 5, back = scaled * 0xcccdu;
	assert(back == x);
	return 0;
}
