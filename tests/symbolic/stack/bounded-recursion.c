// The safe twin: a limit on the depth.
//@ exits: 0 1
#include <klee/klee.h>

static int dive(int n, int limit)
{
	volatile char room[1 << 20];
	room[0] = 1;
	if (n == 0 || limit == 0)
		return room[0];
	return dive(n - 1, limit - 1);
}

int main(void)
{
	int n = klee_range(0, 101, "n");
	if (n > 3 && n < 100)
		return 0;
	return dive(n, 3);
}
