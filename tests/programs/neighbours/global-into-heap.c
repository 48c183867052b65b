// A global is left for a heap block. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char table[20];

int main(void)
{
	unsigned char *to = calloc(1, 1);
	unsigned long far = (uintptr_t)to - (uintptr_t)table;
	table[19] = 9;
	table[far] += table[19]; //~ out-of-bounds: read of 1 byte
	printf("%d\n", *to);
	return 0;
}
