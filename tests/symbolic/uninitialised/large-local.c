// A local too large for its frame's block, shared by paths that go on to write different parts of it.
//@ exits: 0 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char big[5000];
	unsigned n = klee_range(0, 2, "n");
	memset(big, 1, 2500);
	if (n)
		memset(big + 2500, 2, 2500);
	if (big[100] != 1)
		return 2;
	if (n == 0 && klee_range(0, 2, "m"))
		return 0;
	if (big[4000] == 2) //~ uninitialised
		return 1;
	return 0;
}
