// klee_abort is an abort.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	if (klee_int("x") == 31)
		klee_abort(); //~ abort
	return 0;
}
