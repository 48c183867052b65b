// A table on the heap that leads to tables on the heap that lead to numbers on the heap.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int ***tables = malloc(2 * sizeof *tables);
	for (int i = 0; i < 2; i++) {
		tables[i] = malloc(3 * sizeof **tables);
		for (int j = 0; j < 3; j++) {
			tables[i][j] = malloc(sizeof ***tables);
			*tables[i][j] = 10 * i + j;
		}
	}
	unsigned i = klee_range(0, 2, "i"), j = klee_range(0, 3, "j");
	*tables[i][j] += 1;
	if (*tables[1][2] == 13)
		return 1;
	return 0;
}
