// An object made symbolic again has a new value.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned char first = x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x == first)
		return 0;
	return 1;
}
