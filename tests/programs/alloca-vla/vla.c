// Arrays whose length is known at run time.
#include <stdio.h>
#include <string.h>

static int sum(int rows, int columns, int grid[rows][columns])
{
	int total = 0;
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			total += grid[y][x];
	return total;
}

int main(void)
{
	for (int n = 1; n < 6; n++) {
		int grid[n][n + 1];
		for (int y = 0; y < n; y++)
			for (int x = 0; x <= n; x++)
				grid[y][x] = x * y;
		printf("%zu %d\n", sizeof grid, sum(n, n + 1, grid));
	}
	int n = 3;
	typedef char row[n];
	n = 10;
	row r;
	memset(r, 'x', sizeof r);
	printf("%zu %.*s\n", sizeof r, (int)sizeof r, r);
	int (*pointer)[n] = &(int[10]){1, 2, 3};
	printf("%zu %d\n", sizeof *pointer, (*pointer)[2]);
	return 0;
}
