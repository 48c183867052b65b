// memcpy of a symbolic length, one too long.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	static const char from[8] = "1234567";
	char to[4] = "";
	unsigned n = klee_range(0, 6, "n");
	memcpy(to, from, n); //~ out-of-bounds
	return 0;
}
