// Written as a word, read as what it is made of.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

union word {
	unsigned long whole;
	unsigned char bytes[8];
	unsigned short halves[4];
};

int main(void)
{
	union word *words[3];
	for (int i = 0; i < 3; i++) {
		words[i] = malloc(sizeof **words);
		words[i]->whole = 0x0102030405060708 * (i + 1);
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 8, "j");
	assert(words[i]->bytes[j] == (8 - j) * (i + 1));
	words[i]->bytes[j] = 0xff;
	if (words[i]->halves[1] == 0xff06)
		return 1;
	return 0;
}
