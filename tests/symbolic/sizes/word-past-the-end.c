// Words of a block of symbolic size: the last one may end past it.
//@ exits: 0
//@ native: unseen
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A sanitizer would report each such word. */
__attribute__((no_sanitize("address"))) int main(void)
{
	unsigned size = klee_range(1, 20, "size");
	unsigned char *block = malloc(size);
	if (!block)
		return 0;
	memset(block, 7, size);
	unsigned word = klee_range(0, 5, "word");
	if (4 * word >= size)
		return 0;
	uint32_t value = ((uint32_t *)block)[word]; //~ out-of-bounds
	// The first byte is there in any case.
	klee_assert((unsigned char)value == 7);
	if (4 * word + 2 <= size)
		klee_assert((value >> 8 & 0xff) == 7);
	if (size == 19 && word == 4 && value == 0x07070707)
		return 0;
	return 0;
}
