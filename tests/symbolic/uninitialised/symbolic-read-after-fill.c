// Every element is set by the time the index is used.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *list = malloc(20 * sizeof *list);
	for (int i = 0; i < 20; i++)
		list[19 - i] = i;
	unsigned i = klee_range(0, 20, "i");
	int found = list[i] == 4;
	free(list);
	if (found)
		return 1;
	return 0;
}
