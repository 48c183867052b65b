// Sum of decimal digits of a number below 100.
//@ paths: 3
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned x = klee_range(0, 100, "x"), sum = 0, rest = x;
	while (rest) {
		sum += rest % 10;
		rest /= 10;
	}
	assert(sum % 9 == x % 9);
	return 0;
}
