// The safe twin always moves.
//@ run: --check-loops on
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int step = klee_range(1, 3, "step");
	volatile int at = 0;
	while (at < 4) at += step;
	return 0;
}
