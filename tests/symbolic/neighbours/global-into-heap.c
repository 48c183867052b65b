// A global's index is looked up, and one of the answers is a heap block. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static int table[4];

int main(void)
{
	int *b = calloc(4, sizeof *b);
	long far = (long)((uintptr_t)b - (uintptr_t)table) / 4;
	long i = klee_range(0, 2, "i") ? far : 3;
	table[i]++; //~ out-of-bounds
	return b[0] || !table[3];
}
