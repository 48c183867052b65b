// Nobody looks whether the product of both sizes wraps.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	size_t count, size, i;
	klee_make_symbolic(&count, sizeof count, "count");
	klee_make_symbolic(&size, sizeof size, "size");
	klee_make_symbolic(&i, sizeof i, "i");
	size_t total = count * size;
	if (total > 4096)
		return 1;
	char *items = malloc(total);
	if (i < count && size)
		items[i * size + size - 1] = 1; //~ out-of-bounds
	free(items);
	return 0;
}
