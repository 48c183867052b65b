// Of no bytes, musl's realloc gives a block, which is to be freed like any other.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *block = malloc(4);
	block = realloc(block, klee_range(0, 3, "size"));
	if (!block)
		return 1;
	free(block);
	return 0;
}
