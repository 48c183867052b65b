// The address of a local escapes on one path.
//@ paths: 1
//@ exits: 3
#include <klee/klee.h>

static int fallback = 3;

static int *choose(int x)
{
	int local = x, *p = &fallback;
	if (local == 12)
		p = &local;
	return p;
}

int main(void)
{
	int *p = choose(klee_int("x"));
	return *p; //~ use-after-return
}
