// A number from the command line as a divisor.
//@ run: --sym-arg 1
//@ exits: 0 1
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc < 2 || argv[1][0] < '0' || argv[1][0] > '9')
		return 1;
	int x = atoi(argv[1]);
	return 60 / (x - 7) == 1000; //~ division-by-zero
}
