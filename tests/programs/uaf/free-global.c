// Nor a global.
#include <stdlib.h>

static char buffer[100];

int main(void)
{
	char *p = buffer;
	free(p); //~ invalid-free: offset 0 of global `buffer` of 100 bytes
	return 0;
}
