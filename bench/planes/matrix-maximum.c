// The largest element of matrices that are read without end; what is read is symbolic in one place of the first.
#include <assert.h>
#include <klee/klee.h>

#define ROWS 10
#define COLUMNS 20

int main(void)
{
	int m[ROWS][COLUMNS] = {{0}};
	unsigned row, column;
	klee_make_symbolic(&row, sizeof row, "row");
	klee_make_symbolic(&column, sizeof column, "column");
	m[row % ROWS][column % COLUMNS] = 1000;
	for (int round = 0;; round++) {
		int most = -1;
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < COLUMNS; j++)
				m[i][j] = (i * j + round) % 17;
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < COLUMNS; j++)
				if (m[i][j] > most)
					most = m[i][j];
		assert(most < 17);
	}
}
