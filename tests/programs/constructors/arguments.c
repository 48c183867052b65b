// Constructors see the arguments and the environment.
// args: -v file
// env: VELLUM_TEST_NAME=value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int seen;

__attribute__((constructor)) static void before(int argc, char **argv, char **envp)
{
	seen = argc;
	for (int i = 1; i < argc; i++)
		printf("%s ", argv[i]);
	for (; *envp; envp++)
		if (strncmp(*envp, "VELLUM_TEST_", 12) == 0)
			printf("%s ", *envp);
}

int main(int argc, char **argv)
{
	printf("%d %d %s %d\n", seen, argc, getenv("VELLUM_TEST_NAME"), argv[argc] == NULL);
	return 0;
}
