// What is assumed is not explored.
//@ paths: 2
//@ exits: 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int x = klee_int("x");
	klee_assume(x > 10);
	klee_assume(x < 13);
	if (x == 11)
		return 1;
	if (x == 12)
		return 2;
	abort();
}
