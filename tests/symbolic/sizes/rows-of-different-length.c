// Three rows, each as long as the input says; the length of the first is taken for all.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *rows[3];
	unsigned lengths[3];
	for (int i = 0; i < 3; i++) {
		lengths[i] = klee_range(1, 5, "length");
		rows[i] = malloc(lengths[i]);
	}
	unsigned y = klee_range(0, 3, "y"), x = klee_range(0, 4, "x");
	if (x < lengths[0])
		rows[y][x] = 1; //~ out-of-bounds
	for (int i = 0; i < 3; i++)
		free(rows[i]);
	return 0;
}
