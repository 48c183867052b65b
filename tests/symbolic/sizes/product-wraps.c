// The size of an array is computed in 32 bits, and wraps.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned count, i = klee_range(0, 6, "i");
	klee_make_symbolic(&count, sizeof count, "count");
	klee_assume(count % 0x40000000 - 1 < 4);
	unsigned size = count * 4;
	int *list = malloc(size);
	if (i < count)
		list[i] = 1; //~ out-of-bounds
	free(list);
	return 0;
}
