// One value was forgotten.
//@ paths: 3
//@ exits: 1 2 3
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
	default:
		abort(); //~ abort
	}
}
