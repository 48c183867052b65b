// The safe twin remembers zero.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x && (x & (x - 1)) == 0) {
		assert(__builtin_popcount(x) == 1);
		return 1;
	}
	return 0;
}
