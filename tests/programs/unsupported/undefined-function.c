// A function that nobody defines is no matter until it is called.
// levels: 0
// unsupported: call of `missing`, which is defined nowhere in main
#include <stdio.h>

int missing(int);
int also_missing(int);

int main(int argc, char **argv)
{
	if (argc > 5)
		return also_missing(argc);
	puts("before");
	return missing(argc);
}
