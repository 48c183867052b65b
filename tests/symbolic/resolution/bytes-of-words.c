// A byte of a word is changed, and a word is read across the bytes of two.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned *blocks[2];
	for (int i = 0; i < 2; i++) {
		blocks[i] = malloc(2 * sizeof(unsigned));
		blocks[i][0] = 0x11223344;
		blocks[i][1] = 0x55667788;
	}
	unsigned i = klee_range(0, 2, "i"), at = klee_range(0, 5, "at");
	((unsigned char *)blocks[i])[3] = 0xee;
	unsigned word;
	__builtin_memcpy(&word, (char *)blocks[i] + at, 4);
	assert((word >> 24) == (at == 0 ? 0xee : at == 1 ? 0x88 : at == 2 ? 0x77 : at == 3 ? 0x66 : 0x55));
	if (word == 0x667788ee)
		return 1;
	return 0;
}
