// Appending one time too often.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[10] = "";
	for (int i = 0; i < 4; i++)
		strcat(line, "abc"); //~ out-of-bounds in strcat: local `line` of 10 bytes
	puts(line);
	return 0;
}
