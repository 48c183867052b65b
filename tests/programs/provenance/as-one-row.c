// A matrix walked from its start as one row, and down its columns.
#include <stdio.h>
#include <stdlib.h>

static int grid[3][4];

int main(void)
{
	int *all = (int *)grid, *last = (int *)(&grid + 1);
	for (int i = 0; i < 12; i++)
		all[i] = i;
	int sum = 0;
	for (int *p = all; p < last; p++)
		sum += *p;
	for (int (*row)[4] = grid; row != grid + 3; row++)
		sum += (*row)[3];
	int (*heap)[5] = malloc(2 * sizeof *heap);
	for (int *p = &heap[0][0]; p < &heap[0][0] + 10; p++)
		*p = 1;
	printf("%d %d %d\n", sum, heap[1][4], grid[2][3]);
	free(heap);
	return 0;
}
