// A local that was set before a jump back has its value.
//@ exits: 0 1
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf here;

int main(void)
{
	volatile int x;
	if (setjmp(here) == 0) {
		x = klee_range(0, 2, "x");
		longjmp(here, 1);
	}
	if (x)
		return 1;
	return 0;
}
