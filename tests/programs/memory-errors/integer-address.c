// A number that happens to be no pointer at all: the top half of the address space.
#include <stdio.h>

int main(void)
{
	unsigned long bits = 0xffffffff00000010;
	puts("before");
	*(volatile char *)bits = 1; //~ out-of-bounds
	return 0;
}
