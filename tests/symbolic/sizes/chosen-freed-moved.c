// A pointer from a table, moved away from a block that was freed: that is what is wrong, wherever it leads.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n");
	char *blocks[2] = {calloc(n + 6, 1), calloc(n + 3, 1)};
	free(blocks[0]);
	blocks[n & 1][(long)n - 1] = 1; //~ use-after-free
	return 0;
}
