// Variables: read, set, unset.
// env: VELLUM_TEST_COLOUR=green
// env: VELLUM_TEST_EMPTY=
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *name)
{
	const char *value = getenv(name);
	printf("%s is %s\n", name, value ? *value ? value : "empty" : "not set");
}

int main(void)
{
	show("VELLUM_TEST_COLOUR");
	show("VELLUM_TEST_EMPTY");
	show("VELLUM_TEST_ABSENT");
	setenv("VELLUM_TEST_COLOUR", "red", 0);
	show("VELLUM_TEST_COLOUR");
	setenv("VELLUM_TEST_COLOUR", "red", 1);
	show("VELLUM_TEST_COLOUR");
	putenv("VELLUM_TEST_ABSENT=put");
	show("VELLUM_TEST_ABSENT");
	unsetenv("VELLUM_TEST_EMPTY");
	show("VELLUM_TEST_EMPTY");
	return 0;
}
