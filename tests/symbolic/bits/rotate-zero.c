// The usual rotation shifts by 32 when asked for zero.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned x, n;
	klee_make_symbolic(&x, sizeof x, "x");
	n = klee_range(0, 32, "n");
	unsigned left = x << n;
	unsigned right = x >> (32 - n); //~ overshift
	return (left | right) & 0;
}
