// Eight queens.
#include <stdio.h>
#include <stdlib.h>

static int solutions, first[8];

static void place(int *columns, int row)
{
	if (row == 8) {
		if (solutions++ == 0)
			for (int i = 0; i < 8; i++)
				first[i] = columns[i];
		return;
	}
	for (int c = 0; c < 8; c++) {
		int free = 1;
		for (int r = 0; r < row; r++)
			free &= columns[r] != c && abs(columns[r] - c) != row - r;
		if (free) {
			columns[row] = c;
			place(columns, row + 1);
		}
	}
}

int main(void)
{
	int columns[8];
	place(columns, 0);
	printf("%d:", solutions);
	for (int i = 0; i < 8; i++)
		printf(" %d", first[i]);
	puts("");
	return 0;
}
