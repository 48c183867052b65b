// A table and an index from outside of it.
#include <stdio.h>

static int table[6] = {1, 1, 2, 3, 5, 8};
static int limit = 6;

int main(void)
{
	int sum = 0;
	for (int i = 0; i <= limit; i++)
		sum += table[i]; //~ out-of-bounds: offset 24 of global `table` of 24 bytes
	printf("%d\n", sum);
	return 0;
}
