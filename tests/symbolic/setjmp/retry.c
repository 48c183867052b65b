// Three attempts, each of which may be the last.
//@ paths: 4
//@ exits: 1 2 3 4
#include <klee/klee.h>
#include <setjmp.h>

int main(void)
{
	jmp_buf again;
	unsigned char x[3];
	volatile int attempts = 0;
	klee_make_symbolic(x, sizeof x, "x");
	setjmp(again);
	if (attempts < 3)
		if (x[attempts++] != 0)
			longjmp(again, 1);
	if (attempts == 3 && x[2] != 0)
		return 4;
	return attempts;
}
