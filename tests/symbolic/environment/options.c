// Options parsed by hand, as most small tools do.
//@ run: --sym-args 0 2 2
//@ exits: 0 1 2
#include <string.h>

int main(int argc, char **argv)
{
	int verbose = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-v") == 0)
			verbose = 1;
		else if (argv[i][0] == '-')
			return 2;
	}
	return verbose;
}
