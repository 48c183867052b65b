// The right side of && is looked at only when the left side holds.
//@ paths: 3
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (a != 0 && 100 / a == b)
		return 1;
	return 0;
}
