// A loop that may stand still for some inputs, and one after it that does.
//@ run: --check-loops on
#include <klee/klee.h>

int main(void)
{
	unsigned step = klee_range(0, 2, "step");
	volatile unsigned at = 0;
	for (;;) {
		at += step; //~ infinite-loop
		if (at == 65)
			break;
	}
	for (;;) { //~ infinite-loop
	}
}
