// An address nobody handed out.
#include <stdio.h>

int main(void)
{
	int *wild = (int *)0x123456789abcL;
	puts("before");
	return *wild; //~ out-of-bounds
}
