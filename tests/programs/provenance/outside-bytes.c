// Pointers in front of their arrays change places byte by byte.
#include <stdio.h>

static void swap(void *a, void *b, int size)
{
	for (volatile unsigned char *x = a, *y = b; size--; x++, y++) {
		unsigned char c = *x;
		*x = *y;
		*y = c;
	}
}

int main(void)
{
	int low[3] = {1, 2, 3}, middle[2] = {4, 5}, high[4] = {6, 7, 8, 9};
	int *one[3] = {low - 1, middle - 1, high - 1};
	swap(&one[0], &one[2], sizeof *one);
	swap(&one[1], &one[2], sizeof *one);
	printf("%d %d %d\n", one[0][4], one[1][3], one[2][2]);
	return 0;
}
