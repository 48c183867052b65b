// The safe twin: what was written is read.
//@ exits: 1
#include <klee/klee.h>

int main(void)
{
	char list[4];
	unsigned i = klee_range(0, 4, "i");
	list[i] = 7;
	if (list[i] == 7)
		return 1;
	return 0;
}
