// From one row of a table into another. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *rows[3];
	for (int i = 0; i < 3; i++)
		rows[i] = calloc(i + 2, sizeof **rows);
	long far = (long)((uintptr_t)rows[2] - (uintptr_t)rows[1]) / 4;
	rows[1][2] = 1;
	printf("%d %d\n", rows[1][2], rows[2][3]);
	rows[1][far + 3] = 1; //~ out-of-bounds: of a heap block of 12 bytes
	return rows[2][3];
}
