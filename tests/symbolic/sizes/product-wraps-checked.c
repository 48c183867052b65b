// The safe twin divides before it multiplies.
//@ exits: 0 1
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
	unsigned count, i = klee_range(0, 6, "i");
	klee_make_symbolic(&count, sizeof count, "count");
	klee_assume(count % 0x40000000 - 1 < 4);
	if (count > UINT_MAX / 4)
		return 1;
	unsigned size = count * 4;
	int *list = malloc(size);
	if (i < count)
		list[i] = 1;
	free(list);
	return 0;
}
