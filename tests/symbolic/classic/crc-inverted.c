// Which two bytes have the wanted checksum?
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static unsigned short update(unsigned short crc, unsigned char x)
{
	crc ^= x << 8;
	for (int k = 0; k < 8; k++)
		crc = crc << 1 ^ (-(crc >> 15) & 0x1021);
	return crc;
}

int main(void)
{
	unsigned char bytes[2];
	klee_make_symbolic(bytes, sizeof bytes, "bytes");
	unsigned short crc = update(update(0xffff, bytes[0]), bytes[1]);
	assert(crc != 0x1234); //~ assertion
	return 0;
}
