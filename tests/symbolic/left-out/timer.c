// A timer that never fires.
//@ left-out: timers are not supported
//@ exits: 0 1
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	if (klee_int("x") == 0)
		return 0;
	alarm(1);
	return 1;
}
