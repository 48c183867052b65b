// Two sorted runs are merged: from where the next element comes is a number, not a branch.
#include <assert.h>
#include <klee/klee.h>

#define N 4

int main(void)
{
	unsigned char a[N + 1], b[N + 1], out[2 * N];
	unsigned i = 0, j = 0;
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(b, sizeof b, "b");
	for (int k = 1; k < N; k++) {
		klee_assume(a[k - 1] <= a[k]);
		klee_assume(b[k - 1] <= b[k]);
	}
	a[N] = b[N] = 255;
	for (unsigned k = 0; k < 2 * N; k++) {
		unsigned first = j == N || (i < N && a[i] <= b[j]);
		out[k] = first ? a[i] : b[j];
		i += first;
		j += 1 - first;
	}
	assert(i == N && j == N);
	assert(out[0] <= out[1] && out[2 * N - 2] <= out[2 * N - 1]);
	return 0;
}
