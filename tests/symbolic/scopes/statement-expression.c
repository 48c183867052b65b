// The value of a statement expression outlives its variables, a pointer to them does not.
//@ exits: 3
#include <klee/klee.h>

int main(void)
{
	int x = klee_range(0, 4, "x");
	int value = ({ int inner = 3; int *pointer = &inner; *pointer; });
	int *pointer = ({ int inner = 3; x == 2 ? &inner : &value; });
	return *pointer; //~ use-after-scope
}
