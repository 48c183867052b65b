// memset, memcpy and memmove of up to 300 bytes from and to blocks that the input chooses.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned char *blocks[3];
	for (int i = 0; i < 3; i++) {
		blocks[i] = calloc(301, 1);
		for (int j = 0; j < 301; j++)
			blocks[i][j] = i * 50 + j % 50;
	}
	unsigned a = klee_range(0, 3, "a");
	memmove(blocks[a] + 1, blocks[a], 1);
	memmove(blocks[a] + 3, blocks[a] + 1, 7);
	assert(blocks[a][3] == a * 50 && blocks[a][9] == a * 50 + 7 && blocks[a][10] == a * 50 + 10);
	memcpy(blocks[(a + 1) % 3], blocks[a], 300);
	assert(blocks[(a + 1) % 3][299] == a * 50 + 49);
	memset(blocks[a], 9, 300);
	assert(blocks[a][0] == 9 && blocks[a][299] == 9 && blocks[a][300] == a * 50);
	return 0;
}
