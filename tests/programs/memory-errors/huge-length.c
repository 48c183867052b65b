// A length that went below zero.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char from[10] = "text", to[10];
	volatile int len = 4;
	memcpy(to, from, len);
	printf("%.4s\n", to);
	len -= 5;
	memcpy(to, from, len); //~ out-of-bounds: offset 0 of local
	return 0;
}
