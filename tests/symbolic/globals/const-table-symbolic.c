// A symbolic index into a constant table, read and then written.
//@ exits: 1
#include <klee/klee.h>

static const char table[4] = {4, 3, 2, 1};

int main(void)
{
	unsigned i = klee_range(0, 4, "i");
	if (table[i] != 2)
		return 1;
	*(char *)&table[i] = 5; //~ read-only-write
	return 0;
}
