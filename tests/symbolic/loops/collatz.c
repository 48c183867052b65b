// The rule of Collatz reaches 1 from each of 1 to 8.
//@ paths: 8
//@ exits: 0 1 2 3 5 7 8 16
#include <klee/klee.h>

int main(void)
{
	unsigned x = klee_range(1, 9, "x");
	int steps = 0;
	while (x != 1) {
		if (x % 2)
			x = 3 * x + 1;
		else
			x /= 2;
		steps++;
	}
	return steps;
}
