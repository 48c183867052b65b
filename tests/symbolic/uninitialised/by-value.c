// A struct passed by value is copied, holes and all.
//@ exits: 0 1
#include <klee/klee.h>

struct large {
	int set;
	int unset;
	long more[6];
};

static int first(struct large l)
{
	return l.set;
}

static int second(struct large l)
{
	return l.unset;
}

int main(void)
{
	struct large l;
	l.set = klee_range(0, 3, "set");
	if (first(l) == 1)
		return 1;
	if (first(l) == 2 && second(l) == 1) //~ uninitialised
		return 1;
	return 0;
}
