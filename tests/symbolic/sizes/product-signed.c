// Rows and columns are signed, and their product is bounded by a signed division.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int rows, columns, row, column;
	klee_make_symbolic(&rows, sizeof rows, "rows");
	klee_make_symbolic(&columns, sizeof columns, "columns");
	klee_make_symbolic(&row, sizeof row, "row");
	klee_make_symbolic(&column, sizeof column, "column");
	if (rows <= 0 || columns <= 0 || rows > 4096 / columns)
		return 1;
	int *matrix = calloc(rows * columns, sizeof *matrix);
	if (row >= 0 && row < rows && column >= 0 && column < columns)
		matrix[row * columns + column] = 7;
	free(matrix);
	return 0;
}
