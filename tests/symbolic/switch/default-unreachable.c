// Two bits have four values, all of them handled.
//@ paths: 4
//@ exits: 1 2 3 4
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned x;
	klee_make_symbolic(&x, sizeof x, "x");
	switch (x & 3) {
	case 0:
		return 1;
	case 1:
		return 2;
	case 2:
		return 3;
	case 3:
		return 4;
	default:
		abort();
	}
}
