// Conditions with `&&` are no branches: one path for all that is assumed, and one that is decided.
//@ exits: 0 1
//@ paths: 2
//@ assumed-away: 0
#include <klee/klee.h>

int limit = 100;

int main(void)
{
	int i = klee_int("i"), n = klee_int("n");
	klee_assume(i >= 0 && i < n && n < limit);
	if (i < 0 || n > 99)
		return 3;
	if (i == 98)
		return 1;
	return 0;
}
