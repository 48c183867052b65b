// A string of known size is copied up to a symbolic length, into less room than that.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char s[16], room[12];
	klee_make_symbolic(s, sizeof s, "s");
	unsigned n = klee_range(0, 1000, "n");
	strncpy(room, s, n); //~ out-of-bounds in __stpncpy
	return 0;
}
