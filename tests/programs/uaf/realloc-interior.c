// realloc of a pointer into a block.
#include <stdlib.h>

int main(void)
{
	char *p = malloc(16);
	p = realloc(p + 8, 32); //~ invalid-free: offset 8 of a heap block of 16 bytes
	return p == NULL;
}
