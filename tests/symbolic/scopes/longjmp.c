// A jump back into a block that was left: its variables live again, because setjmp was called there.
//@ exits: 4 9
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf back;

static void set(volatile int *variable)
{
	*variable = 4;
}

int main(void)
{
	volatile int left = 0;
	int x = klee_range(0, 2, "x");
	{
		volatile int inner = 1;
		if (setjmp(back)) {
			set(&inner);
			return inner;
		}
		set(&inner);
	}
	left = 1;
	if (x)
		longjmp(back, 1);
	return 9;
}
