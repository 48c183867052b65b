// Whether a product wrapped is seen by dividing it again.
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
	if (size == 0 || total / size != count || total > 4096)
		return 1;
	char *items = malloc(total);
	if (i < count)
		items[i * size + (size - 1)] = 1;
	free(items);
	return 0;
}
