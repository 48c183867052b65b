// The same test in the wrong order divides by zero.
//@ paths: 3
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (100 / a == b && a != 0) //~ division-by-zero
		return 1;
	if (b == 77)
		return 0;
	return 0;
}
