// A condition that is used for something else, too, parts paths as any does.
//@ exits: 1
//@ assumed-away: 1
#include <klee/klee.h>

int main(void)
{
	int i = klee_int("i"), n = klee_int("n"), both;
	klee_assume(both = (i > 3 && n > 4));
	klee_assume(i < n);
	if (both)
		return 1;
	return 0;
}
