// The address was stored in a global by an earlier call.
//@ exits: 0
#include <klee/klee.h>

static int *last;

static void remember(int x)
{
	int local = x;
	if (x > 1000)
		last = &local;
}

int main(void)
{
	static int zero;
	last = &zero;
	remember(klee_int("x"));
	return *last; //~ use-after-return
}
