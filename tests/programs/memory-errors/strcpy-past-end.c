// A string copied into less room than it needs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *copy = malloc(strlen("twelve chars"));
	strcpy(copy, "twelve chars"); //~ out-of-bounds in strcpy: write of 13 bytes at offset 0 of a heap block of 12 bytes
	puts(copy);
	return 0;
}
