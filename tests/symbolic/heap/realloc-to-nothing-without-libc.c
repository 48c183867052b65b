// Of no bytes, the host's realloc frees the block and returns null: it is gone.
//@ run: --libc none
//@ exits: 0 1
//@ native: none
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *block = malloc(4);
	char *other = realloc(block, klee_range(0, 3, "size"));
	if (!other && klee_range(0, 2, "again"))
		free(block); //~ double-free
	if (!other)
		return 1;
	free(other);
	return 0;
}
