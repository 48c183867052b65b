// Two symbolic bounds, one inside the other.
//@ paths: 6
//@ exits: 0 1 2 3
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(0, 3, "n"), m = klee_range(0, 3, "m"), cells = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i && j < m; j++)
			cells++;
	return cells;
}
