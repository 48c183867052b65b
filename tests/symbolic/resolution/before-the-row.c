// An index that may be one too small.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	short *rows[3];
	for (int i = 0; i < 3; i++) {
		rows[i] = calloc(3, sizeof(short));
		rows[i][2] = 1;
	}
	unsigned y = klee_range(0, 3, "y");
	int x = klee_range(0, 4, "x") - 1;
	if (rows[y][x]) //~ out-of-bounds
		return 1;
	return 0;
}
