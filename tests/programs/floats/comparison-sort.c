// Sorting and counting by comparisons.
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	float values[20];
	for (int i = 0; i < 20; i++)
		values[i] = (float)((i * 7919) % 101) / 7 - 5;
	qsort(values, 20, sizeof *values, compare);
	int counts[3] = {0};
	for (int i = 0; i < 20; i++) {
		counts[values[i] < 0 ? 0 : values[i] >= 5 ? 2 : 1]++;
		printf("%.3f%c", values[i], i % 10 == 9 ? '\n' : ' ');
	}
	printf("%d %d %d\n", counts[0], counts[1], counts[2]);
	return 0;
}
