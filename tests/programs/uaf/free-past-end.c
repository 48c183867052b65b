// Nor is the end of it.
#include <stdlib.h>

int main(void)
{
	char *p = malloc(16), *end = p + 16;
	free(end); //~ invalid-free: offset 16 of a heap block of 16 bytes
	return 0;
}
