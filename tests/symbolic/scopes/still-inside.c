// The safe twin: the pointer is used while the block lasts, and set again before it is used after it.
//@ paths: 2
//@ exits: 7 8
#include <klee/klee.h>

int main(void)
{
	int outer = 7, *pointer = &outer;
	int x = klee_range(0, 10, "x");
	{
		int inner = x;
		pointer = &inner;
		*pointer += 1;
		pointer = &outer;
	}
	if (x < 5)
		*pointer += 1;
	return *pointer;
}
