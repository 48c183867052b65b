// An allocation whose size depends on the input fails like any other, and is counted once.
//@ run: --malloc-fail 1
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	size_t size = klee_range(1, 5, "size");
	char *first = malloc(size);
	if (!first)
		return 1;
	first[size - 1] = 1;
	char *second = calloc(size, size);
	free(first);
	if (!second)
		return 2;
	second[size * size - 1] = 1;
	free(second);
	return 0;
}
