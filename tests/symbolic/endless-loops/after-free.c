// A block that was freed and not used again is part of the state, too.
//@ run: --check-loops on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int n = klee_range(0, 3, "n");
	char *block = malloc(8);
	block[0] = 1;
	free(block);
	while (n == 2) { //~ infinite-loop
	}
	for (int i = 0; i < 300; i++) {
	}
	return 0;
}
