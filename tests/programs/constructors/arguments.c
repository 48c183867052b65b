// Constructors see the environment; main sees the arguments, too.
// args: -v file
// env: VELLUM_TEST_NAME=value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int seen;

extern char **environ;

__attribute__((constructor)) static void before(void)
{
	seen = 10;
	for (char **variable = environ; *variable; variable++)
		if (strncmp(*variable, "VELLUM_TEST_", 12) == 0)
			printf("%s ", *variable);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		printf("%s ", argv[i]);
	printf("%d %d %s %d\n", seen, argc, getenv("VELLUM_TEST_NAME"), argv[argc] == NULL);
	return 0;
}
