// In front of a block is not behind its neighbour.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *first = calloc(10, 1), *second = calloc(12, 1);
	printf("%d %d\n", first[9], second[11]);
	return second[-1]; //~ out-of-bounds: offset -1 of a heap block of 12 bytes
}
