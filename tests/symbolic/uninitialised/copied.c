// Copying is no use; the decision on the copy is.
//@ exits: 0 1
#include <klee/klee.h>

struct pair {
	int set, unset;
};

int main(void)
{
	struct pair p, q;
	p.set = klee_int("x");
	q = p;
	if (q.set == 4)
		return 0;
	if (q.set == 5 && q.unset == 6) //~ uninitialised
		return 1;
	return 1;
}
