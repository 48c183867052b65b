// Pointers to locals of calls that are still active are fine.
#include <stdio.h>

static void add(int *sum, int depth)
{
	int here = depth;
	if (depth == 0)
		return;
	int *p = &here;
	add(p, depth - 1);
	*sum += here;
}

int main(void)
{
	int sum = 0;
	add(&sum, 5);
	printf("%d\n", sum);
	return 0;
}
