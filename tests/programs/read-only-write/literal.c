// A string literal is not to be written.
#include <stdio.h>

int main(void)
{
	char *text = "constant";
	puts(text);
	text[0] = 'K'; //~ read-only-write
	return 0;
}
