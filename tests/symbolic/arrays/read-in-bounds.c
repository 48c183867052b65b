// The safe twin.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int list[5] = {1, 2, 3, 4, 5};
	unsigned i = klee_range(0, 5, "i");
	if (list[i] == 4)
		return 1;
	return 0;
}
