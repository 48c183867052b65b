// A block is made where the input says, with what the input says in it.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *table[3] = {0};
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	table[i] = malloc(sizeof(int));
	*table[i] = klee_range(0, 9, "value");
	if (!table[j])
		return 0;
	if (*table[j] == 5)
		return 1;
	return 2;
}
