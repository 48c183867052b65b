// The value that setjmp returns is symbolic, and zero becomes one.
//@ paths: 3
//@ exits: 1 2 3
#include <klee/klee.h>
#include <setjmp.h>

int main(void)
{
	jmp_buf place;
	volatile int x = klee_range(0, 3, "x"), jumped = 0;
	int code = setjmp(place);
	if (!jumped) {
		jumped = 1;
		longjmp(place, x);
	}
	if (code == 1) {
		if (x == 0)
			return 1;
		return 2;
	}
	return 3;
}
