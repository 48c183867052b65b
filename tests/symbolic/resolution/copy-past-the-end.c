// 20 bytes are copied; one of the blocks has 19.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *blocks[3], text[20];
	for (int i = 0; i < 3; i++)
		blocks[i] = calloc(20 - (i == 2), 1);
	memset(text, 'x', sizeof text);
	unsigned i = klee_range(0, 3, "i");
	memcpy(blocks[i], text, 20); //~ out-of-bounds
	if (blocks[1][19] == 'x')
		return 1;
	return 0;
}
