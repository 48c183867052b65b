// Negative numbers never come to zero in time.
//@ exits: 1
#include <klee/klee.h>

static int count(int n)
{
	volatile char room[65536];
	room[0] = 1;
	if (n == 0)
		return room[0];
	return count(n - 1); //~ stack-overflow
}

int main(void)
{
	return count(klee_range(-1, 2, "n"));
}
