// A local of a frame that a jump has left.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static int *inner;

static void leave(void)
{
	int local = 3;
	inner = &local;
	longjmp(place, 1);
}

int main(void)
{
	if (setjmp(place) == 0)
		leave();
	puts("back");
	return *inner; //~ use-after-return
}
