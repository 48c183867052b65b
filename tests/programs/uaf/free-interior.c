// A pointer into a block is not the block.
#include <stdlib.h>

int main(void)
{
	char *p = malloc(16);
	free(p + 1); //~ invalid-free: offset 1 of a heap block of 16 bytes
	return 0;
}
