// `||`, `?:`, `!`, a member, and one inside the other: no branches either.
//@ exits: 0 1 2
//@ paths: 3
//@ assumed-away: 0
#include <klee/klee.h>

struct range {
	int first, last;
};

int main(void)
{
	struct range r = {klee_int("first"), klee_int("last")};
	unsigned mode = klee_int("mode");
	klee_assume(r.first == 3 || (r.last > 7 && r.last << 2 < 100) || r.first + r.last == 1000);
	klee_assume(!(mode > 2 || r.last < 0));
	klee_assume(mode == 1 ? r.first > 0 : r.last > 1);
	if (mode == 0)
		return 0;
	if (mode == 1)
		return 1;
	return 2;
}
