// Code is not data.
#include <stdio.h>

int main(void)
{
	char *code = (char *)main;
	puts("before");
	*code = 0x90; //~ out-of-bounds
	return 0;
}
