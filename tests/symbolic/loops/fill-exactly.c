// The safe twin: the bound is the array's.
//@ paths: 6
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int list[4];
	unsigned n = klee_range(0, 6, "n");
	for (unsigned i = 0; i < n && i < 4; i++)
		list[i] = i;
	return n ? list[0] : 0;
}
