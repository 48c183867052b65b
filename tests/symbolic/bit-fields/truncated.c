// Three bits do not hold an 8.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

struct header {
	unsigned char version : 3, length : 5;
};

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x > 8)
		return 1;
	struct header h = {x, 0};
	assert(h.version == x); //~ assertion
	return 0;
}
