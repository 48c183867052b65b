// A source that has left its block. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char public[10] = "public", secret[14] = "secret";

int main(void)
{
	char copy[8];
	volatile long far = (uintptr_t)secret - (uintptr_t)public;
	memcpy(copy, public, 8);
	puts(copy);
	memcpy(copy, public + far, 8); //~ out-of-bounds: of global `public` of 10 bytes
	puts(copy);
	return 0;
}
