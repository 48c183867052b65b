// The safe twin: added as long.
//@ run: --check-overflow on
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), y = klee_int("y");
	long sum = (long)x + y;
	unsigned wraps = (unsigned)x + (unsigned)y;
	return (sum + wraps) & 0;
}
