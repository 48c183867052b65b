// Blocks of every size keep their content apart.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 400

int main(void)
{
	unsigned char *blocks[COUNT];
	for (int i = 0; i < COUNT; i++) {
		blocks[i] = malloc(i * 3 + 1);
		memset(blocks[i], i & 0xff, i * 3 + 1);
	}
	for (int i = 0; i < COUNT; i += 3) {
		free(blocks[i]);
		blocks[i] = malloc(i * 3 + 1);
		memset(blocks[i], i & 0xff, i * 3 + 1);
	}
	int wrong = 0;
	for (int i = 0; i < COUNT; i++)
		for (int j = 0; j < i * 3 + 1; j++)
			wrong += blocks[i][j] != (i & 0xff);
	printf("%d\n", wrong);
	return 0;
}
