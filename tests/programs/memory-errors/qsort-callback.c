// A comparison function that reads more than an element.
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b; //~ out-of-bounds: read of 4 bytes at offset 12
	return (x > y) - (x < y);
}

int main(void)
{
	int numbers[3] = {3, 1, 2};
	qsort(numbers, 3, sizeof *numbers, compare);
	printf("%d\n", numbers[0]);
	return 0;
}
