// The address of a local outlives it.
#include <stdio.h>

static int *leak(int x)
{
	int local = x + 1, *p = &local;
	return p;
}

int main(void)
{
	int *p = leak(4);
	puts("returned");
	return *p; //~ use-after-return: read of 4 bytes
}
