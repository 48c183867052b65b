// Loops over tables of pointers, which an optimiser does several at a time: all of them leave and come back.
#include <stdio.h>
#include <stdlib.h>

enum { N = 16 };

static void shift(int **to, int *const *from, long by)
{
	for (int i = 0; i < N; i++)
		to[i] = from[i] + by;
}

int main(void)
{
	int locals[N][2], *start[N], *moved[N], *back[N], sum = 0;
	for (int i = 0; i < N; i++) {
		start[i] = i % 2 ? locals[i] : malloc(2 * sizeof(int));
		start[i][1] = i;
	}
	volatile long by = 1000;
	shift(moved, start, by);
	shift(back, moved, 1 - by);
	for (int i = 0; i < N; i++)
		sum += *back[i];
	printf("%d\n", sum);
	return 0;
}
