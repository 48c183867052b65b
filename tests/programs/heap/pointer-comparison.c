// Comparing and subtracting within an object, one past the end included.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *begin = malloc(10 * sizeof *begin), *end = begin + 10;
	for (int *p = begin; p < end; p++)
		*p = (int)(p - begin);
	int sum = 0;
	for (int *p = end; p-- > begin;)
		sum += *p;
	printf("%d %td %d %d\n", sum, end - begin, begin < end, end == &begin[10]);
	int local[3], *after = local + 3;
	printf("%td %d\n", after - local, after > &local[2]);
	free(begin);
	return 0;
}
