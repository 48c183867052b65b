// A pointer that left its block is put into a table, at a place the input chooses, and taken from another. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 1 2
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = malloc(8), *b = malloc(8), *table[3] = {a, b, a};
	*a = 1;
	*b = 2;
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	table[i] = a + ((uintptr_t)b - (uintptr_t)a);
	char *p = table[j];
	if (*p == 1) //~ out-of-bounds
		return 1;
	return 2;
}
