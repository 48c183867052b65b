// A function that is defined nowhere ends the paths that call it, by its name or by a pointer; others know that it is there.
//@ unsupported: call of `missing_one`, which is defined nowhere
//@ exits: 0 1 2
//@ native: none
#include <klee/klee.h>

int missing_one(int);
int missing_two(int);
__attribute__((weak)) int optional(int);

static int own(int x)
{
	return x > 2;
}

static int (*const table[])(int) = {own, missing_one};

int main(void)
{
	unsigned x = klee_int("x");
	int (*volatile one)(int) = missing_one, (*volatile two)(int) = missing_two;
	if (x > 6)
		return one == two || !two ? 4 : 0;
	if (x == 6)
		return optional ? 3 : 2;
	if (x == 5)
		return missing_one(x);
	if (own(x))
		return 1;
	return table[x & 1](x);
}
