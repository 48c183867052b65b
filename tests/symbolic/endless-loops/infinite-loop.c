// A step of zero goes nowhere.
//@ run: --check-loops on
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int step = klee_range(0, 3, "step");
	volatile int at = 0;
	while (at < 4) at += step; //~ infinite-loop
	return 0;
}
