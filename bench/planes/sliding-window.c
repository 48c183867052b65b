// The greatest sum of four neighbours, kept up to date as the window moves.
#include <assert.h>
#include <klee/klee.h>

#define N 12
#define WIDTH 4

int main(void)
{
	unsigned char a[N];
	unsigned at, sum = 0, best = 0;
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_assume(at < N);
	a[at] = 0;
	for (int i = 0; i < WIDTH; i++)
		sum += a[i];
	best = sum;
	for (int i = WIDTH; i < N; i++) {
		sum += a[i];
		sum -= a[i - WIDTH];
		if (sum > best)
			best = sum;
	}
	assert(best <= 255 * WIDTH);
	return 0;
}
