// Arrays that count from one; zero is in front of them. ASan sees it.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int here[3] = {0, 0, 1}, *heap = calloc(3, sizeof *heap);
	int *rows[2] = {here - 1, heap - 1};
	unsigned y = klee_range(0, 2, "y"), x = klee_range(0, 4, "x");
	if (rows[y][x]) //~ out-of-bounds
		return 1;
	return 0;
}
