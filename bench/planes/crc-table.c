// A table of remainders is made, and looked up with symbolic bytes.
#include <klee/klee.h>

int main(void)
{
	unsigned table[256], crc = 0xffffffffu;
	unsigned char message[4], spare;
	klee_make_symbolic(message, sizeof message, "message");
	klee_make_symbolic(&spare, sizeof spare, "spare");
	for (unsigned i = 0; i < 256; i++) {
		unsigned c = i;
		for (int bit = 0; bit < 8; bit++)
			c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
		table[i] = c;
	}
	table[spare] = table[spare] ^ 0;
	for (int i = 0; i < 4; i++)
		crc = table[(crc ^ message[i]) & 255] ^ crc >> 8;
	if (crc == 0)
		return 1;
	return 0;
}
