// A block of no bytes has an address and nothing to access.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *nothing = malloc(0), *more = malloc(0);
	printf("%d\n", nothing != more);
	free(more);
	*nothing = 1; //~ out-of-bounds: a heap block of 0 bytes
	return 0;
}
