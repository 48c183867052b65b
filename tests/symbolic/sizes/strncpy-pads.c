// strncpy writes as many bytes as it was told, however short the string.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char room[6];
	unsigned n = klee_range(0, 9, "n");
	strncpy(room, "ab", n); //~ out-of-bounds in __stpncpy
	return 0;
}
