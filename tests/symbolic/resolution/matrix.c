// A matrix of rows of their own, Figure 1 of the paper on segments: which row is read depends on the input.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

enum { N = 5 };

int main(void)
{
	int **matrix = malloc(N * sizeof *matrix);
	for (int i = 0; i < N; i++)
		matrix[i] = calloc(N, sizeof **matrix);
	matrix[3][2] = 1;
	unsigned i = klee_range(0, N, "i"), j = klee_range(0, N, "j");
	if (matrix[i][j] > 0)
		return 1;
	return 0;
}
