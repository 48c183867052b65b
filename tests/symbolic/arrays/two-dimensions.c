// A row too many: the last row is followed by nothing.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};

int main(void)
{
	unsigned y = klee_range(0, 4, "y"), x = klee_range(0, 4, "x");
	if (grid[y][x] == 7) //~ out-of-bounds
		return 1;
	return 0;
}
