// A copy that begins in a block and goes on behind it, into the next. ASan sees it.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char low[8] = "low", high[8] = "high", from[4096] = {0};
	long far = (uintptr_t)high - (uintptr_t)low;
	char *first = far > 0 ? low : high;
	size_t all = (far > 0 ? far : -far) + 8;
	printf("%s %s\n", low, high);
	memcpy(first, from, all); //~ out-of-bounds: of 8 bytes
	return 0;
}
