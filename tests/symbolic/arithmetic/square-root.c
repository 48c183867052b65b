// Newton's integer square root, checked against its definition.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned root = 0;
	for (unsigned bit = 8; bit; bit /= 2)
		if ((root + bit) * (root + bit) <= x)
			root += bit;
	assert(root * root <= x && (root + 1) * (root + 1) > x);
	return 0;
}
