// Round and round without a loop.
//@ run: --check-loops on
//@ exits: 0
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf start;

int main(void)
{
	int n = klee_range(0, 3, "n");
	setjmp(start);
	if (n == 1) //~ infinite-loop
		longjmp(start, 1);
	return 0;
}
