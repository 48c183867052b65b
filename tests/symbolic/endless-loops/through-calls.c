// Each round calls a function with locals, whose addresses are new every time.
//@ run: --check-loops on
//@ exits: 0
#include <klee/klee.h>

static int flip(int v)
{
	int copy[4] = {v};
	return copy[0] ^ 1;
}

int main(void)
{
	int n = klee_range(0, 4, "n"), v = 0;
	while (n == 2) //~ infinite-loop
		v = flip(v);
	return 0;
}
