// The CRC of a symbolic byte: bit by bit and by table are the same.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static unsigned char step(unsigned char crc)
{
	unsigned char out = crc << 1;
	return out ^ (-(crc >> 7) & 0x07);
}

int main(void)
{
	unsigned char table[16], x;
	for (int i = 0; i < 16; i++) {
		unsigned char crc = i << 4;
		for (int k = 0; k < 4; k++)
			crc = step(crc);
		table[i] = crc;
	}
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned char slow = x;
	for (int k = 0; k < 8; k++)
		slow = step(slow);
	unsigned char fast = x;
	for (int k = 0; k < 2; k++)
		fast = (unsigned char)(fast << 4) ^ table[fast >> 4];
	assert(slow == fast);
	return 0;
}
