// A double that the caller takes for an integer.
#include <stdio.h>

static double number(void)
{
	return 1.5;
}

int main(void)
{
	long (*wrong)(void) = (long (*)(void))number;
	printf("%lx\n", wrong()); //~ bad-call: returns another type
	return 0;
}
