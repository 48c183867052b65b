// Offsets of 32 bits from the start of an arena, one of which the input chooses.
//@ exits: 0 3
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *arena = calloc(64, 1), *other = calloc(64, 1);
	other[16] = 9;
	uint32_t offsets[4];
	for (int i = 0; i < 4; i++)
		offsets[i] = (char *)(arena + 16 * i) - arena;
	arena[16] = 3;
	uint32_t offset = offsets[klee_range(0, 4, "i")];
	if (arena[offset] == 3)
		return 3;
	return arena[offset];
}
