// A copy that reads more than there is.
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char target[32];
	char *source = malloc(16);
	volatile size_t size = 17;
	memcpy(target, source, size); //~ out-of-bounds: read of 17 bytes
	return 0;
}
