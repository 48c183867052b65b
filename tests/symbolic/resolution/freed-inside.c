// What is freed is a block, or the middle of one, or no block of the heap at all.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

static char global[8];

int main(void)
{
	char *first = malloc(8), *second = malloc(8);
	char *table[4] = {first, second, second + 4, global};
	free(table[klee_range(0, 4, "i")]); //~ invalid-free
	return 0;
}
