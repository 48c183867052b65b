// One cell of the matrix is written and found again, and no other has changed.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

enum { N = 4 };

int main(void)
{
	int *matrix[N];
	for (int i = 0; i < N; i++)
		matrix[i] = calloc(N, sizeof **matrix);
	unsigned i = klee_range(0, N, "i"), j = klee_range(0, N, "j");
	matrix[i][j] = 9;
	assert(matrix[i][j] == 9);
	int sum = 0;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++)
			sum += matrix[y][x];
	assert(sum == 9);
	if (matrix[2][1] == 9)
		return 1;
	return 0;
}
