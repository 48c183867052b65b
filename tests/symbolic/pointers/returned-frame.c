// One access through a pointer that may be null, freed, into a frame that is gone, beside its object, or good.
//@ exits: 7
#include <klee/klee.h>
#include <stdlib.h>

static int *gone(void)
{
	int local[4] = {1, 2, 3, 4};
	int *volatile pointer = local;
	return pointer;
}

int main(void)
{
	int numbers[2] = {7, 7}, *freed = malloc(sizeof *freed);
	int *pointers[5] = {0, freed, gone(), numbers + 2, numbers};
	free(freed);
	unsigned which = (unsigned)klee_range(0, 5, "which");
	return *pointers[which]; //~ null-dereference //~ use-after-free //~ use-after-return //~ out-of-bounds
}
