// The depth is symbolic; deep enough, it fills the stack.
//@ exits: 0 1
#include <klee/klee.h>

static int dive(int n)
{
	volatile char room[1 << 20];
	room[0] = 1;
	if (n == 0)
		return room[0];
	return dive(n - 1); //~ stack-overflow
}

int main(void)
{
	int n = klee_range(0, 101, "n");
	if (n > 3 && n < 100)
		return 0;
	return dive(n);
}
