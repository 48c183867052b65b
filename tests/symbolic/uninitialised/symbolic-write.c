// A write at a symbolic place sets one of four; the read is of another.
//@ exits: 1
#include <klee/klee.h>

int main(void)
{
	char list[4];
	unsigned i = klee_range(0, 4, "i");
	list[i] = 7;
	if (list[2] == 7) //~ uninitialised
		return 1;
	return 0;
}
