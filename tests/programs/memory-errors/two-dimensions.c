// The last row ends where the array does.
#include <stdio.h>

static int grid[3][4];

int main(void)
{
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 4; x++)
			grid[y][x] = x * y; //~ out-of-bounds: offset 48 of global `grid` of 48 bytes
	printf("%d\n", grid[2][3]);
	return 0;
}
