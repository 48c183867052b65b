// Rows of a table, and columns of which one is where the next row is. ASan cannot see most of it: the access lands in a live neighbour.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *rows[3];
	for (int i = 0; i < 3; i++)
		rows[i] = calloc(4, sizeof(int));
	rows[1][2] = 1;
	long next = (long)((uintptr_t)rows[1] - (uintptr_t)rows[0]) / 4;
	long columns[4] = {0, 2, 3, next};
	unsigned y = klee_range(0, 3, "y"), x = klee_range(0, 4, "x");
	if (rows[y][columns[x]]) //~ out-of-bounds
		return 1;
	return 0;
}
