// A stream is a heap block of the library.
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("/dev/null", "r");
	printf("%d\n", getc(f));
	fclose(f);
	return getc(f); //~ use-after-free in getc
}
