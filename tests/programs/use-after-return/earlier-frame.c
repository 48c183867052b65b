// A pointer into an earlier call's frame, used by a later call of the same function.
#include <stdio.h>

static int *last;

static int sum(int n)
{
	int here = n;
	int result = here + (last ? *last : 0); //~ use-after-return
	last = &here;
	return result;
}

int main(void)
{
	printf("%d\n", sum(1));
	printf("%d\n", sum(2));
	return 0;
}
