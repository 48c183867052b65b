// The old pointer, used for what the block grew by. ASan sees it.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *old = calloc(4, sizeof *old);
	int *new = realloc(old, 1000 * sizeof *new);
	for (int i = 4; i < 1000; i++)
		new[i] = i;
	printf("%d\n", new[4]);
	return old[4]; //~ use-after-free: offset 16 of a heap block of 16 bytes
}
