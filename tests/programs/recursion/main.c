// main may call itself.
// status: 5
#include <stdio.h>

int main(int argc, char **argv)
{
	if (argc < 5) {
		printf("%d\n", argc);
		return main(argc + 1, argv);
	}
	return argc;
}
