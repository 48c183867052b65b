// A constant is left for a heap block. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const char digits[17] = "0123456789abcdef";

int main(void)
{
	char *to = calloc(8, 1);
	long far = (uintptr_t)to - (uintptr_t)digits;
	printf("%c\n", digits[to[0]]);
	return digits[far + 7]; //~ out-of-bounds: of constant `digits` of 17 bytes
}
