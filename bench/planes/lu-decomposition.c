// A matrix of small numbers is taken apart into two triangles modulo a prime; one element was set at a symbolic place first.
#include <assert.h>
#include <klee/klee.h>

#define N 16
#define PRIME 251

static unsigned inverse(unsigned a)
{
	unsigned power = 1;
	for (int i = 0; i < PRIME - 2; i++)
		power = power * a % PRIME;
	return power;
}

int main(void)
{
	unsigned a[N][N] = {{0}}, at;
	klee_make_symbolic(&at, sizeof at, "at");
	a[at % N][at / N % N] = 9;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = i == j ? 100 : (unsigned)(i * 3 + j) % 7;
	for (int k = 0; k < N; k++) {
		unsigned pivot = inverse(a[k][k]);
		for (int i = k + 1; i < N; i++) {
			a[i][k] = a[i][k] * pivot % PRIME;
			for (int j = k + 1; j < N; j++)
				a[i][j] = (a[i][j] + (PRIME - a[i][k]) * a[k][j]) % PRIME;
		}
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			assert(a[i][j] < PRIME);
	return 0;
}
