// Nested conditions: four leaves, of which one is contradictory.
//@ paths: 3
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int x = klee_int("x");
	if (x > 100) {
		if (x < 50)
			abort();
		return 0;
	}
	if (x == 7)
		return 1;
	return 2;
}
