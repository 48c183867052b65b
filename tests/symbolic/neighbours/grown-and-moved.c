// The old pointer of a block that may have grown, moved to where the block is. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 3
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *old = malloc(8), *new = old;
	old[5] = 3;
	if (klee_range(0, 2, "grows"))
		new = realloc(old, 1000);
	long moved = (uintptr_t)new - (uintptr_t)old;
	return old[moved + 5]; //~ use-after-free
}
