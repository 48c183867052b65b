// One access through a pointer that may be null, freed, beside its object, or good.
//@ exits: 7
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int numbers[2] = {7, 7}, *freed = malloc(sizeof *freed);
	int *pointers[4] = {0, freed, numbers + 2, numbers};
	free(freed);
	unsigned which = (unsigned)klee_range(0, 4, "which");
	return *pointers[which]; //~ null-dereference //~ use-after-free //~ out-of-bounds
}
