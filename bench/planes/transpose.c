// A matrix is transposed in place after an element at a symbolic place was changed.
#include <assert.h>
#include <klee/klee.h>

#define N 16

int main(void)
{
	int m[N][N];
	unsigned row, column;
	klee_make_symbolic(&row, sizeof row, "row");
	klee_make_symbolic(&column, sizeof column, "column");
	klee_assume(row < N);
	klee_assume(column < N);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			m[i][j] = N * i + j;
	m[row][column] = -1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < i; j++) {
			int t = m[i][j];
			m[i][j] = m[j][i];
			m[j][i] = t;
		}
	assert(m[column][row] == -1);
	return 0;
}
