// A negative index into a local.
#include <stdio.h>

static int pick(const int *table, int i)
{
	return table[i]; //~ out-of-bounds: offset -4 of local `table` of 12 bytes
}

int main(void)
{
	int table[3] = {1, 2, 3};
	printf("%d\n", pick(table, 2));
	printf("%d\n", pick(table, -1));
	return 0;
}
