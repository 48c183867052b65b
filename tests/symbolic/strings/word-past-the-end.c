// The last word of a block, which ends past it: what depends on the bytes behind is wrong, and what does not is fine.
//@ exits: 0
//@ native: none
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	unsigned char *block = malloc(11);
	if (!block)
		return 0;
	for (int i = 0; i < 11; i++)
		block[i] = i + 1;
	switch (klee_range(0, 8, "which")) {
	case 0: {
		uint32_t word = *(uint32_t *)(block + 8);
		klee_assert((word & 0xffffff) == 0x0b0a09);
		return 0;
	}
	case 1: {
		uint64_t word = *(uint64_t *)(block + 8);
		klee_assert((uint16_t)word == 0x0a09);
		klee_assert((word ^ *(uint64_t *)(block + 8)) == 0);
		return 0;
	}
	case 2:
		if (*(uint32_t *)(block + 8) >> 24) //~ out-of-bounds
			return 0;
		return 0;
	case 3:
		return *(uint16_t *)(block + 10) == 0xff0b; //~ out-of-bounds
	case 4:
		// Not aligned.
		return *(uint32_t *)(block + 9) == 1; //~ out-of-bounds
	case 5:
		// All of it past the end.
		return *(uint32_t *)(block + 12) == 1; //~ out-of-bounds
	case 6:
		*(uint32_t *)(block + 8) = 1; //~ out-of-bounds
		return 0;
	default:
		return block[*(uint64_t *)(block + 8) % 11] == 100; //~ out-of-bounds
	}
}
