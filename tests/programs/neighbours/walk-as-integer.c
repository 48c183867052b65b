// A number just past the end of a block is a pointer to it. ASan sees it.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *block = calloc(24, 1);
	uintptr_t at = (uintptr_t)block, end = at + 24;
	int sum = 0;
	for (; at <= end; at++)
		sum += *(char *)at; //~ out-of-bounds: offset 24 of a heap block of 24 bytes
	printf("%d\n", sum);
	return 0;
}
