// Solving linear equations.
#include <math.h>
#include <stdio.h>

#define N 5

int main(void)
{
	double a[N][N + 1];
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= N; j++)
			a[i][j] = j == N ? i + 1 : 1.0 / (i + j + 1);
	for (int c = 0; c < N; c++) {
		int best = c;
		for (int r = c; r < N; r++)
			if (fabs(a[r][c]) > fabs(a[best][c]))
				best = r;
		for (int j = 0; j <= N; j++) {
			double t = a[c][j];
			a[c][j] = a[best][j], a[best][j] = t;
		}
		for (int r = 0; r < N; r++)
			if (r != c)
				for (int j = N; j >= c; j--)
					a[r][j] -= a[c][j] * a[r][c] / a[c][c];
	}
	for (int i = 0; i < N; i++)
		printf("%.6f ", a[i][N] / a[i][i]);
	puts("");
	return 0;
}
