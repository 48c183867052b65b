// The function that called setjmp has returned on one path.
//@ exits: 0
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf place;

static int mark(void)
{
	return setjmp(place);
}

int main(void)
{
	int code = mark();
	if (code)
		return code;
	if (klee_int("x") == 1)
		longjmp(place, 2); //~ bad-call
	return 0;
}
