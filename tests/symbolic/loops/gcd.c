// Euclid's loop agrees with the definition on small numbers.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int a = klee_range(1, 6, "a"), b = klee_range(1, 6, "b"), x = a, y = b;
	while (y) {
		int r = x % y;
		x = y;
		y = r;
	}
	assert(a % x == 0 && b % x == 0);
	return 0;
}
