// A symbolic divisor may be zero.
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	unsigned x = klee_int("x");
	if (1000 / x > 10) //~ division-by-zero
		return 1;
	return 0;
}
