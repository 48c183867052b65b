// Two allocations of four may fail on a path, in each combination once: 1 + 4 + 6 paths.
//@ run: --malloc-fail 2
//@ exits: 0 1 2 3 4 5 6 8 9 10 12
//@ paths: 11
#include <stdlib.h>

int main(void)
{
	int failed = 0;
	for (int i = 0; i < 4; i++) {
		void *block = malloc(8);
		if (!block)
			failed |= 1 << i;
		free(block);
	}
	return failed;
}
