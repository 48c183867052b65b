// An integer computed from the address of a local lands in no other local, and what is near names the local.
#include <stdint.h>
#include <stdio.h>

static void earlier(void)
{
	int local = 1, *volatile p = &local;
	*p = 2;
}

int main(void)
{
	char a[8] = "a", b[64] = "b";
	earlier();
	volatile uintptr_t at = (uintptr_t)b - 20;
	puts(b);
	*(char *)((uintptr_t)b + 63) = 1;
	*(char *)at = a[0]; //~ out-of-bounds: offset -20 of local `b` of 64 bytes
	return 0;
}
