// raise(SIGABRT) is an abort, too.
//@ exits: 0
#include <klee/klee.h>
#include <signal.h>

int main(void)
{
	if (klee_int("x") == 2)
		raise(SIGABRT); //~ abort in raise
	return 0;
}
