// A null pointer given to the library.
#include <stdio.h>

int main(void)
{
	char *volatile text = NULL;
	printf("%s\n", text);
	puts(text); //~ null-dereference in puts: read of 1 byte at null
	return 0;
}
