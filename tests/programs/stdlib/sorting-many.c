// A thousand numbers, sorted three ways.
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;
	return (x > y) - (x < y);
}

static int compare_r(const void *a, const void *b, void *calls)
{
	++*(int *)calls;
	return -compare(a, b);
}

int main(void)
{
	static long numbers[1000];
	unsigned long random = 12345;
	for (int i = 0; i < 1000; i++) {
		random = random * 6364136223846793005 + 1442695040888963407;
		numbers[i] = (long)(random >> 40);
	}
	qsort(numbers, 1000, sizeof *numbers, compare);
	int wrong = 0, calls = 0;
	for (int i = 1; i < 1000; i++)
		wrong += numbers[i - 1] > numbers[i];
	printf("%d %ld %ld\n", wrong, numbers[0], numbers[999]);
	qsort_r(numbers, 1000, sizeof *numbers, compare_r, &calls);
	printf("%ld %ld %d\n", numbers[0], numbers[999], calls > 1000);
	size_t count = 1000;
	long key = numbers[500];
	printf("%d\n", (int)((long *)lfind(&key, numbers, &count, sizeof key, compare) - numbers));
	return 0;
}
