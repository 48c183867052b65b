// Fresh memory from calloc is zero, also where old blocks were.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	int dirty = 0;
	for (int round = 0; round < 50; round++) {
		unsigned char *p = calloc(13, 7);
		for (int i = 0; i < 13 * 7; i++)
			dirty += p[i] != 0;
		memset(p, 0xff, 13 * 7);
		free(p);
	}
	printf("%d\n", dirty);
	return 0;
}
