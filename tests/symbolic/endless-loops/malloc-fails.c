// A loop that allocates until there is memory ends: allocations do not fail for ever.
//@ run: --check-loops on --malloc-fail 3
//@ exits: 0
//@ paths: 4
#include <stdlib.h>

int main(void)
{
	void *block;
	while (!(block = malloc(8)))
		;
	free(block);
	return 0;
}
