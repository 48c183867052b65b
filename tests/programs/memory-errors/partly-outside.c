// The last byte of an access counts.
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
	char *bytes = calloc(7, 1);
	int *fits = (int *)(bytes + 3), *sticks_out = (int *)(bytes + 4);
	printf("%d\n", *fits);
	return *sticks_out; //~ out-of-bounds: read of 1 byte at offset 7
}
