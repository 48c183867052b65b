// Arrays of run-time size begin without values.
//@ exits: 1
#include <klee/klee.h>

static int sum(int n, int filled)
{
	int list[n], total = 0;
	for (int i = 0; i < filled; i++)
		list[i] = 1;
	for (int i = 0; i < n; i++)
		total += list[i];
	return total;
}

int main(void)
{
	int filled = klee_range(0, 4, "filled");
	if (sum(3, filled) == 3) //~ uninitialised
		return 1;
	return 0;
}
