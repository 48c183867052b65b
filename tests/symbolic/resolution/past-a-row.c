// A store past the end of a row, which may be where another row begins: rows do not know their neighbours.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *rows[3];
	for (int i = 0; i < 3; i++)
		rows[i] = calloc(4, sizeof(int));
	unsigned y = klee_range(0, 3, "y"), x = klee_range(0, 7, "x");
	rows[y][x] = 1; //~ out-of-bounds
	return 0;
}
