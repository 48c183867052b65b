// The safe twin, and what was copied.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	static const char from[8] = "1234567";
	char to[4] = "";
	unsigned n = klee_range(0, 5, "n");
	memcpy(to, from, n);
	for (unsigned i = 0; i < 4; i++)
		assert(to[i] == (i < n ? from[i] : 0));
	return 0;
}
