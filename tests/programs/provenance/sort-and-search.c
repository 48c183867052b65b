// The library sorts and searches by pointers into the middle, and gives back such.
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int x = **(int *const *)a, y = **(int *const *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	int values[6] = {50, 20, 60, 10, 40, 30}, *sorted[8] = {0}, **middle = sorted + 1;
	for (int i = 0; i < 6; i++)
		middle[i] = &values[i];
	qsort(middle, 6, sizeof *middle, compare);
	for (int i = 0; i < 6; i++)
		printf("%ld ", (long)(middle[i] - values));
	int wanted = 40, *key = &wanted;
	int **found = bsearch(&key, middle, 6, sizeof *middle, compare);
	printf("\n%ld %d %d\n", (long)(found - sorted), **found, *found[-1]);
	return 0;
}
