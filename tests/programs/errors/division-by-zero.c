// An average of nothing.
#include <stdio.h>

static int average(int sum, int count)
{
	return sum / count; //~ division-by-zero
}

int main(void)
{
	printf("%d\n", average(10, 4));
	printf("%d\n", average(10, 0));
	return 0;
}
