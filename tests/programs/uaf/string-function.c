// A freed string given to the library.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *text = strdup("text");
	free(text);
	return strcmp(text, "text"); //~ use-after-free: offset 0 of a heap block of 5 bytes
}
