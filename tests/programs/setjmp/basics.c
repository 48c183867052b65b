// A jump out of nested calls, with a value.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static void descend(int depth)
{
	if (depth == 0)
		longjmp(place, 42);
	descend(depth - 1);
	puts("never");
}

int main(void)
{
	volatile int tries = 0;
	int value = setjmp(place);
	printf("setjmp gave %d\n", value);
	if (tries++ < 3)
		descend(tries * 5);
	if (value && tries < 6)
		longjmp(place, 0);
	puts("done");
	return 0;
}
