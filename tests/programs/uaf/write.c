// Writing to the middle of what was freed.
#include <stdlib.h>

int main(void)
{
	char *p = malloc(100);
	free(p);
	p[50] = 1; //~ use-after-free: offset 50 of a heap block of 100 bytes
	return 0;
}
