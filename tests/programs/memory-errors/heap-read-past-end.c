// The first byte behind a block is not part of it.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *text = malloc(10);
	for (int i = 0; i < 10; i++)
		text[i] = 'a' + i;
	printf("%c\n", text[9]);
	return text[10]; //~ out-of-bounds: offset 10 of a heap block of 10 bytes
}
