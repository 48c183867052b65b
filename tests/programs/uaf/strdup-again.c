// A second string does not take the place of the first, which was freed (KDAlloc, ECOOP 2022, listing 1).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *mallocfree(void)
{
	char *s = strdup("A");
	free(s);
	char *t = strdup("B");
	(void)t;
	return s;
}

int main(void)
{
	char *s = mallocfree();
	puts(s); //~ use-after-free in puts: offset 0 of a heap block of 2 bytes
	return 0;
}
