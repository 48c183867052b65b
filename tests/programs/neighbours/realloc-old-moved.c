// The old pointer, moved to where the block is now. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *old = calloc(24, 1), *kept = old + 3;
	char *new = realloc(old, 100000);
	new[3] = 1;
	long moved = (uintptr_t)new - (uintptr_t)old;
	printf("%d\n", moved != 0);
	return kept[moved]; //~ use-after-free: of a heap block of 24 bytes
}
