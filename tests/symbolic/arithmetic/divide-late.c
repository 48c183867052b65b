// Only 42 makes the divisor zero, after some arithmetic.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	int divisor = x * 3 - 126;
	int quotient = 9 / divisor; //~ division-by-zero
	return quotient > 9;
}
