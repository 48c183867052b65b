// A matrix of rows and columns in one block: an element is written, and found again.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

struct matrix {
	uint32_t rows, columns;
	double *values;
};

static double *at(struct matrix *m, uint32_t row, uint32_t column)
{
	if (row >= m->rows || column >= m->columns)
		return 0;
	return &m->values[(size_t)row * m->columns + column];
}

int main(void)
{
	uint32_t rows, columns, row, column;
	klee_make_symbolic(&rows, sizeof rows, "rows");
	klee_make_symbolic(&columns, sizeof columns, "columns");
	klee_make_symbolic(&row, sizeof row, "row");
	klee_make_symbolic(&column, sizeof column, "column");
#if RANGE
	klee_assume((rows <= RANGE) & (columns <= RANGE));
#endif
	struct matrix m = {rows, columns, calloc((size_t)rows * columns, sizeof *m.values)};
	if (!m.values)
		return 1;
	double *value = at(&m, row, column);
	if (value) {
		*value = 1.5;
		assert(m.values[(size_t)row * columns + column] == 1.5);
	}
	free(m.values);
	return 0;
}
