// One in front of a global.
#include <stdio.h>

static char buffer[16] = "hello";

static void strip(char *end)
{
	while (*--end != '\n') //~ out-of-bounds: offset -1 of global `buffer` of 16 bytes
		;
	*end = 0;
}

int main(void)
{
	strip(buffer + 5);
	puts(buffer);
	return 0;
}
