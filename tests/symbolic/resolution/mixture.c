// One pointer for the heap, a global, a local, and a constant: all can be read.
//@ exits: 0 1 2 3
#include <klee/klee.h>
#include <stdlib.h>

static char global[4] = "glo";

int main(void)
{
	char local[4] = "loc", *heap = malloc(4);
	for (int i = 0; i < 4; i++)
		heap[i] = "hea"[i];
	const char *table[4] = {heap, global, local, "con"};
	const char *p = table[klee_range(0, 4, "which")] + klee_range(0, 4, "at");
	if (*p == 'g')
		return 1;
	if (*p == 'n')
		return 2;
	if (*p == 0)
		return 3;
	return 0;
}
