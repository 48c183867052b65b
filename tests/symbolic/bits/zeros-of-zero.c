// `__builtin_clz` and `__builtin_ctz` of 0 have no result; those of other numbers have, and so have `__builtin_ffs` and forms with a default.
//@ exits: 0
#include <klee/klee.h>

static unsigned leading(unsigned x)
{
	return __builtin_clz(x); //~ undefined
}

static unsigned trailing(unsigned long x)
{
	return __builtin_ctzl(x); //~ undefined
}

// What the compiler makes of these counts the zeros of 0, too, but takes another number then.
static unsigned first(unsigned x)
{
	return __builtin_ffs(x) + __builtin_clzg(x, 32) + __builtin_ctzg(x, 32);
}

int main(void)
{
	unsigned x = klee_int("x"), way = klee_range(0, 5, "way");

	if (way == 0)
		return leading(x) > 31;
	if (way == 1)
		return trailing(x) > 31;
	if (way == 2)
		return leading(x | 1) + trailing(x | 0x80000000u) > 62;
	if (way == 3)
		return first(x) == 64 && x != 0;
	if (x != 0)
		return leading(x) > 31 || trailing(x) > 31;
	return first(x) != 64;
}
