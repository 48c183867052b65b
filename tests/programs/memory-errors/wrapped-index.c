// A small negative number as an unsigned one.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *list = calloc(4, sizeof *list);
	volatile size_t i = 0;
	printf("%d\n", list[i]);
	return list[i - 1]; //~ out-of-bounds: offset -4 of a heap block of 16 bytes
}
