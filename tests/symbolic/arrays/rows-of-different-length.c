// The third row is shorter than the column may be.
//@ exits: 0 1
#include <klee/klee.h>

static int first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8}, third[3] = {9, 10, 11};
static int *const rows[3] = {first, second, third};

int main(void)
{
	unsigned y = klee_range(0, 3, "y"), x = klee_range(0, 4, "x");
	if (rows[y][x] == 7) //~ out-of-bounds
		return 1;
	return 0;
}
