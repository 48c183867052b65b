// The same, written: the constant must not be.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

static char global[4] = "glo";

int main(void)
{
	char local[4] = "loc", *heap = calloc(4, 1);
	char *table[4] = {heap, global, local, (char *)"con"};
	unsigned i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
	table[i][j] = 'x'; //~ read-only-write
	if (global[1] == 'x')
		return 1;
	if (heap[2] + local[2] == 'x')
		return 2;
	return 0;
}
