// longjmp out of a nested call when the input is bad.
//@ paths: 2
//@ exits: 0 3
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf place;

static void check(int x)
{
	if (x == 13)
		longjmp(place, 3);
}

int main(void)
{
	int x = klee_int("x");
	int code = setjmp(place);
	if (code)
		return code;
	check(x);
	return 0;
}
