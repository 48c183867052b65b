// A table of functions indexed by a symbolic value.
//@ paths: 3
//@ exits: 1 2 3
#include <klee/klee.h>

static int one(void)
{
	return 1;
}

static int two(void)
{
	return 2;
}

static int three(void)
{
	return 3;
}

int main(void)
{
	int (*const table[3])(void) = {one, two, three};
	return table[klee_range(0, 3, "i")]();
}
