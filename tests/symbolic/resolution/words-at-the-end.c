// The last word of one of several blocks, which ends past some of them.
//@ exits: 0
//@ native: none
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	unsigned char *blocks[3];
	for (int i = 0; i < 3; i++) {
		blocks[i] = malloc(9 + i);
		if (!blocks[i])
			return 0;
		for (int j = 0; j < 9 + i; j++)
			blocks[i][j] = i + j;
	}
	unsigned which = klee_range(0, 3, "which");
	uint32_t word = *(uint32_t *)(blocks[which] + 8);
	klee_assert((unsigned char)word == which + 8);
	unsigned at = klee_range(0, 3, "at");
	word = ((uint32_t *)blocks[which])[at]; //~ out-of-bounds
	klee_assert((unsigned char)word == which + 4 * at);
	if (at == 2 && word >> 16 == 0x100)
		return 0;
	return 0;
}
