// Pointers survive a trip through bytes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 99;
	unsigned char bytes[sizeof p];
	memcpy(bytes, &p, sizeof p);
	for (unsigned i = 0; i < sizeof p; i++)
		bytes[i] ^= 0x5a;
	int *q = NULL;
	for (unsigned i = 0; i < sizeof p; i++)
		bytes[i] ^= 0x5a;
	memcpy(&q, bytes, sizeof q);
	printf("%d %d\n", *q, q == p);
	uintptr_t tagged = (uintptr_t)p | 1;
	printf("%d %d\n", (int)(tagged & 1), *(int *)(tagged & ~(uintptr_t)1));
	uintptr_t key = (uintptr_t)p ^ (uintptr_t)&tagged;
	printf("%d\n", *(int *)(key ^ (uintptr_t)&tagged));
	free(p);
	return 0;
}
