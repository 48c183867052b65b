// Rows get shorter and shorter; a column that is in the first one may be past the end of another.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *rows[4];
	for (int i = 0; i < 4; i++) {
		rows[i] = calloc(5 - i, 1);
		rows[i][0] = 1;
	}
	unsigned y = klee_range(0, 4, "y"), x = klee_range(0, 5, "x");
	if (rows[y][x]) //~ out-of-bounds
		return 1;
	return 0;
}
