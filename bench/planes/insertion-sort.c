// Insertion sort of symbolic numbers, one of which was stored at a symbolic place.
#include <assert.h>
#include <klee/klee.h>

#define N 7

int main(void)
{
	unsigned char a[N], x;
	unsigned at;
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(&x, sizeof x, "x");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_assume(at < N);
	a[at] = x;
	for (int i = 1; i < N; i++) {
		unsigned char v = a[i];
		int j = i;
		while (j > 0 && a[j - 1] > v) {
			a[j] = a[j - 1];
			j--;
		}
		a[j] = v;
	}
	for (int i = 1; i < N; i++)
		assert(a[i - 1] <= a[i]);
	return 0;
}
