// The old address of a block that moved.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *old = malloc(8);
	strcpy(old, "text");
	char *new = realloc(old, 16);
	printf("%s\n", new);
	return old[0]; //~ use-after-free: offset 0 of a heap block of 8 bytes
}
