// __builtin_trap ends a path as abort does.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	if (klee_int("x") == -5)
		__builtin_trap(); //~ abort
	return 0;
}
