// The function that called setjmp has returned.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static int mark(void)
{
	return setjmp(place);
}

int main(void)
{
	printf("%d\n", mark());
	longjmp(place, 1); //~ bad-call: whose function has returned
}
