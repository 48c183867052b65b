// Rows that are blocks of their own, reached by a table of pointers: a pointer may lead to each of them.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#define ROWS 6
#define COLUMNS 10

int main(void)
{
	int *rows[ROWS];
	unsigned row, column;
	klee_make_symbolic(&row, sizeof row, "row");
	klee_make_symbolic(&column, sizeof column, "column");
	klee_assume(row < ROWS);
	klee_assume(column < COLUMNS);
	for (int i = 0; i < ROWS; i++) {
		rows[i] = malloc(COLUMNS * sizeof(int));
		if (!rows[i])
			return 0;
		for (int j = 0; j < COLUMNS; j++)
			rows[i][j] = 0;
	}
	rows[row][column] = 9;
	int sum = 0;
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++)
			sum += rows[i][j];
	assert(sum == 9);
	for (int i = 0; i < ROWS; i++)
		free(rows[i]);
	return 0;
}
