// fgets with the wrong size.
// stdin: 0123456789
#include <stdio.h>

int main(void)
{
	char line[8];
	fgets(line, 16, stdin); //~ out-of-bounds in fgets: local `line` of 8 bytes
	puts(line);
	return 0;
}
