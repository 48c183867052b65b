// Addresses as numbers wrap around: twice the half of an address space is no distance.
#include <stdint.h>
#include <stdio.h>

static int table[4] = {1, 2, 3, 4};

int main(void)
{
	volatile uintptr_t half = (uintptr_t)1 << 63;
	uintptr_t at = (uintptr_t)table + half;
	at += half;
	printf("%d\n", *(int *)at);
	at = -(uintptr_t)&table[2];
	printf("%d\n", *(int *)-at);
	at = (uintptr_t)&table[3] * 3;
	printf("%d\n", *(int *)(at / 3));
	return 0;
}
