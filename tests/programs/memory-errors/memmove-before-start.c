// A move that begins in front of its block.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[16] = "0123456789";
	memmove(text, text + 1, 10);
	puts(text);
	volatile long back = -2;
	memmove(text + back, text, 5); //~ out-of-bounds: offset -2 of local `text` of 16 bytes
	return 0;
}
