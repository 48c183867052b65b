// The name of a file is read to its end, and has none.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *name = malloc(4);
	memcpy(name, "file", 4);
	return open(name, O_RDONLY); //~ out-of-bounds in open: a heap block of 4 bytes
}
