// A vector of 16 bytes that begins inside an array and ends past it: the lanes that exist.
//@ exits: 0
//@ native: none
#include <klee/klee.h>

typedef unsigned char bytes __attribute__((vector_size(16), may_alias));

static unsigned char array[25] __attribute__((aligned(16)));

int main(void)
{
	unsigned at = klee_range(0, 2, "at");
	for (int i = 0; i < 25; i++)
		array[i] = i;
	bytes lanes = *(bytes *)(array + 16 * at); //~ out-of-bounds
	klee_assert(lanes[8] == 16 * at + 8);
	if (at == 1 && lanes[9] == 100)
		return 0;
	return 0;
}
