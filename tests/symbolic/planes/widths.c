// Values of several widths over each other, at symbolic places: read as they were written, byte by byte, and across.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

int main(void)
{
	union {
		uint8_t bytes[32];
		uint16_t halves[16];
		uint32_t words[8];
		uint64_t longs[4];
	} u;
	memset(&u, 0x11, sizeof u);
	unsigned i = klee_range(0, 8, "i"), j = klee_range(0, 16, "j"), k = klee_range(0, 32, "k");
	u.words[i] = 0xa4a3a2a1;
	u.halves[j] = 0xb2b1;
	u.bytes[k] = 0xc1;
	uint8_t plain[32];
	memset(plain, 0x11, sizeof plain);
	for (unsigned at = 0; at < 4; at++)
		plain[4 * i + at] = 0xa1 + at;
	for (unsigned at = 0; at < 2; at++)
		plain[2 * j + at] = 0xb1 + at;
	plain[k] = 0xc1;
	uint64_t expected;
	memcpy(&expected, plain + 8, 8);
	klee_assert(u.longs[1] == expected);
	uint32_t across;
	memcpy(&across, plain + 14, 4);
	uint32_t found;
	memcpy(&found, u.bytes + 14, 4);
	klee_assert(found == across);
	klee_assert(u.bytes[(k + 1) % 32] == plain[(k + 1) % 32]);
	return 0;
}
