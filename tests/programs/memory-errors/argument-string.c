// An argument is an object with bounds.
// args: abc
#include <stdio.h>

int main(int argc, char **argv)
{
	int i = 0;
	while (argv[1][i] != 'x') //~ out-of-bounds
		i++;
	printf("%d\n", i);
	return 0;
}
