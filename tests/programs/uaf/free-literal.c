// Nor a literal.
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *name = argc > 1 ? argv[1] : "default";
	free(name); //~ invalid-free
	return 0;
}
