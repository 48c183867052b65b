// What was copied from nowhere and then written over is as good as any.
//@ exits: 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char from[16], to[16];
	memset(to, 1, sizeof to);
	memcpy(to, from, sizeof to);
	memset(to + 4, 2, 8);
	unsigned i = klee_range(4, 12, "i");
	if (to[i] == 2)
		return 1;
	return 0;
}
