// The size of a local, a global and a block of the heap.
//@ paths: 3
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

static char global[24];

int main(void)
{
	short local[5] = {0};
	void *block = malloc(17);
	int x = klee_int("x");
	if (x == 1)
		return klee_get_obj_size(local) == 10 ? 1 : 9;
	if (x == 2)
		return klee_get_obj_size(global) == 24 ? 2 : 9;
	return klee_get_obj_size(block) == 17 ? 0 : 9;
}
