// A pointer to a variable of an inner block is used after the block, for one input.
//@ exits: 7 8
#include <klee/klee.h>

int main(void)
{
	int outer = 7, *pointer = &outer;
	int x = klee_range(0, 10, "x");
	{
		int inner = x;
		if (inner == 3)
			pointer = &inner;
	}
	*pointer = *pointer; //~ use-after-scope
	if (x < 5)
		return 7;
	return 8;
}
