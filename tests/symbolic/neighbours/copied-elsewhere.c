// Where a copy begins is in its block, or far from it in another. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *a = calloc(8, 1), *b = malloc(8), copy[4];
	memset(b, 'b', 8);
	long far = (uintptr_t)b - (uintptr_t)a;
	memcpy(copy, a + klee_range(0, 2, "i") * far, 4); //~ out-of-bounds
	return copy[3];
}
