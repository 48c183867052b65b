// An item of a list of items, both sizes up to all of 64 bits: the last byte of each lies in the block.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	size_t count, size, i, total;
	klee_make_symbolic(&count, sizeof count, "count");
	klee_make_symbolic(&size, sizeof size, "size");
	klee_make_symbolic(&i, sizeof i, "i");
	if (__builtin_mul_overflow(count, size, &total) || total > 4096)
		return 1;
	char *items = malloc(total);
	if (i < count && size)
		items[i * size + size - 1] = 1;
	free(items);
	return 0;
}
