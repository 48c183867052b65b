// Two pointers in a table, in structures that a table of two leads to: one of those they point to is freed.
//@ exits: 4
#include <klee/klee.h>
#include <stdlib.h>

struct holder {
	int *number;
};

int main(void)
{
	struct holder *holders[2];
	for (int i = 0; i < 2; i++) {
		holders[i] = malloc(sizeof *holders[i]);
		int *number = malloc(sizeof *number);
		if (!holders[i] || !number)
			return 4;
		*number = 4 + i;
		holders[i]->number = number;
	}
	free(holders[1]->number);
	unsigned which = klee_range(0, 2, "which");
	int *number = holders[which]->number;
	return *number; //~ use-after-free
}
