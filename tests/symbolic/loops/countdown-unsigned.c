// An unsigned counter is never below zero; the loop leaves through its guard.
//@ run: --loops execute
//@ paths: 4
//@ exits: 0 1 2 3
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(0, 4, "n");
	int rounds = 0;
	while (n-- > 0)
		rounds++;
	return rounds;
}
