// Greets whoever is named on the command line, if the name is short enough. It is not always checked well.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char name[8];
	if (argc != 2)
		return 1;
	if (strlen(argv[1]) > sizeof name)
		return 2;
	strcpy(name, argv[1]);
	printf("Hello, %s!\n", name);
	return 0;
}
