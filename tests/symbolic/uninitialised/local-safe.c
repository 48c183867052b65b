// The safe twin: set on both.
//@ paths: 2
//@ exits: 1 2
#include <klee/klee.h>

int main(void)
{
	int result;
	if (klee_int("x") > 5)
		result = 1;
	else
		result = 2;
	if (result == 1)
		return 1;
	return 2;
}
