// A copy whose target is too short.
#include <stdio.h>
#include <string.h>

static char source[64] = "source";

int main(void)
{
	char target[32];
	volatile size_t size = 32;
	memcpy(target, source, size);
	puts(target);
	size = sizeof source;
	memcpy(target, source, size); //~ out-of-bounds: write of 64 bytes
	return 0;
}
