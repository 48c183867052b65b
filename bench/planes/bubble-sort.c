// Bubble sort without branches: the smaller one of two neighbours is chosen by arithmetic.
#include <assert.h>
#include <klee/klee.h>

#define N 8

int main(void)
{
	int a[N];
	unsigned at, look;
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(at < N);
	klee_assume(look < N - 1);
	a[at] = 100;
	for (int i = 0; i < N - 1; i++)
		for (int j = 0; j < N - 1 - i; j++) {
			int swap = a[j] > a[j + 1];
			int both = (a[j] ^ a[j + 1]) & -swap;
			a[j] ^= both;
			a[j + 1] ^= both;
		}
	assert(a[look] <= a[look + 1]);
	return 0;
}
