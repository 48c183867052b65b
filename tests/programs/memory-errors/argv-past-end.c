// Behind the arguments there is a null pointer.
// args: one two
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	for (int i = 1; i <= argc; i++)
		printf("%c\n", argv[i][0]); //~ null-dereference: read of 1 byte at null
	return 0;
}
