// One path leaves without a trace.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	if (klee_int("x") < 0)
		klee_silent_exit(0);
	return 0;
}
