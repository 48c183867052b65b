// A program's own version of a library function is the one that is called.
#include <stdio.h>
#include <string.h>

int puts(const char *text)
{
	return printf("own puts: %s\n", text);
}

char *strdup(const char *text)
{
	static char only[64];
	strcpy(only, text);
	only[0] = '*';
	return only;
}

int main(void)
{
	puts(strdup("text"));
	return 0;
}
