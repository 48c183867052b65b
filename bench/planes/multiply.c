// The product of two matrices, each with an entry at a symbolic place.
#include <assert.h>
#include <klee/klee.h>

#define N 4

int main(void)
{
	unsigned a[N][N] = {{0}}, b[N][N] = {{0}}, c[N][N];
	unsigned char in[4];
	klee_make_symbolic(in, sizeof in, "in");
	unsigned i = in[0] % N, j = in[1] % N, k = in[2] % N;
	a[i][j] = 2;
	b[j][k] = 3;
	for (int row = 0; row < N; row++)
		for (int column = 0; column < N; column++) {
			unsigned sum = 0;
			for (int at = 0; at < N; at++)
				sum += a[row][at] * b[at][column];
			c[row][column] = sum;
		}
	assert(c[i][k] == 6);
	return c[0][0] + c[in[3] % N][1] > 12;
}
