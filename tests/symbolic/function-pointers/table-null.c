// One entry of the table was never filled.
//@ paths: 2
//@ exits: 1 2
#include <klee/klee.h>

static int one(void)
{
	return 1;
}

static int two(void)
{
	return 2;
}

static int (*table[3])(void) = {one, two};

int main(void)
{
	unsigned i = klee_range(0, 3, "i");
	return table[i](); //~ bad-call
}
