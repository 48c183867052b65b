// The body runs at least once.
//@ run: --loops execute
//@ paths: 4
//@ exits: 1 2 3 4
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(0, 5, "n"), rounds = 0;
	do
		rounds++;
	while (rounds < n);
	return rounds;
}
