// The library runs off the end; the program's line is on the stack.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[4];
	memcpy(text, "four", 4);
	printf("%c\n", text[3]);
	printf("%p\n", (void *)strchr(text, 0)); //~ out-of-bounds in strchr: offset 4 of local `text` of 4 bytes
	return 0;
}
