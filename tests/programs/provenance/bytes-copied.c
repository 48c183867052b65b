// A pointer goes from place to place byte by byte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	int *block = malloc(4 * sizeof *block), *copy, *again;
	for (int i = 0; i < 4; i++)
		block[i] = i * i;
	unsigned char bytes[sizeof block], reversed[sizeof block];
	memcpy(bytes, &block, sizeof block);
	for (size_t i = 0; i < sizeof bytes; i++)
		reversed[sizeof bytes - 1 - i] = bytes[i];
	for (size_t i = 0; i < sizeof bytes; i++)
		((volatile unsigned char *)&copy)[i] = reversed[sizeof bytes - 1 - i];
	memmove(&again, &copy, sizeof copy);
	printf("%d %d %d\n", copy[3], again[2], again == block);
	free(again);
	return 0;
}
