// A pointer is stored in a place that the input chooses, and followed from where the input says.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int **slots[3], *hit = malloc(sizeof(int)), *usual = malloc(sizeof(int));
	*hit = 1;
	*usual = 2;
	for (int i = 0; i < 3; i++) {
		slots[i] = malloc(2 * sizeof(int *));
		slots[i][0] = slots[i][1] = usual;
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j"), k = klee_range(0, 2, "k");
	slots[i][1] = hit;
	*slots[j][k] += 10;
	if (*hit == 11)
		return 1;
	if (*usual != 12)
		return 3;
	if (i == j)
		return 2;
	return 0;
}
