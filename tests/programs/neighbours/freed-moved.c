// A freed block's pointer that leads to a live one. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *freed = calloc(24, 1), *live = calloc(40, 1);
	char *p = freed + ((uintptr_t)live - (uintptr_t)freed);
	free(freed);
	live[0] = 3;
	printf("%d\n", live[0]);
	return *p; //~ use-after-free: of a heap block of 24 bytes
}
