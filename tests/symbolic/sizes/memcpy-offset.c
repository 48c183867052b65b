// Offset and length each fit; their sum does not.
//@ exits: 0 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	static const char from[8] = "1234567";
	char buffer[12];
	unsigned offset = klee_range(0, 14, "offset"), n = klee_range(0, 9, "n");
	if (offset > sizeof buffer || n > sizeof buffer)
		return 1;
	memcpy(buffer + offset, from, n); //~ out-of-bounds
	return 0;
}
