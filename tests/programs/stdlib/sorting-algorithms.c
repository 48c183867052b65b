// Four sorting algorithms agree with the library's.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 60

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void insertion(int *a)
{
	for (int i = 1; i < N; i++)
		for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
			int t = a[j];
			a[j] = a[j - 1], a[j - 1] = t;
		}
}

static void shell(int *a)
{
	for (int gap = N / 2; gap; gap /= 2)
		for (int i = gap, j, t; i < N; a[j] = t, i++)
			for (t = a[i], j = i; j >= gap && a[j - gap] > t; j -= gap)
				a[j] = a[j - gap];
}

static void merge(int *a, int len)
{
	if (len < 2)
		return;
	int half = len / 2, copy[len];
	merge(a, half);
	merge(a + half, len - half);
	memcpy(copy, a, sizeof copy);
	for (int i = 0, l = 0, r = half; i < len; i++)
		a[i] = r >= len || (l < half && copy[l] <= copy[r]) ? copy[l++] : copy[r++];
}

int main(void)
{
	int original[N], expected[N], list[N];
	for (int i = 0; i < N; i++)
		original[i] = expected[i] = i * 7919 % 1009 - 500;
	qsort(expected, N, sizeof *expected, compare);
	memcpy(list, original, sizeof list), insertion(list);
	printf("%d\n", memcmp(list, expected, sizeof list));
	memcpy(list, original, sizeof list), shell(list);
	printf("%d\n", memcmp(list, expected, sizeof list));
	memcpy(list, original, sizeof list), merge(list, N);
	printf("%d %d\n", memcmp(list, expected, sizeof list), list[N / 2]);
	return 0;
}
