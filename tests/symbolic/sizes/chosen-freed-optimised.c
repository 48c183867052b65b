// What a compiler makes of a choice between two pointers and two moves: the freed block is what is wrong, also before it.
//@ run: -O 2
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

char *volatile blocks[2];

int main(void)
{
	unsigned n = klee_range(0, 16, "n");
	blocks[0] = malloc(20);
	blocks[1] = malloc(n + 20);
	free(blocks[0]);
	*((n > 13 ? blocks[1] : blocks[0]) + ((long)(n & 12) - 2)) = 0; //~ use-after-free
	return 0;
}
