// A four-byte read at any byte offset of an array of bytes.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	unsigned i = klee_range(0, 6, "i"), word;
	memcpy(&word, bytes + i, sizeof word); //~ out-of-bounds
	if (word == 0x06050403)
		return 1;
	return 0;
}
