// The place that must never be reached is reached by one value.
//@ paths: 2
//@ exits: 1 2
#include <klee/klee.h>

static int value(int x)
{
	switch (x % 3) {
	case 0:
		return 1;
	case 1:
		return 2;
	}
	__builtin_unreachable(); //~ unreachable
}

int main(void)
{
	int x = klee_int("x");
	klee_assume(x >= 0);
	return value(x);
}
