// Quicksort's partition around a pivot at a symbolic place.
#include <assert.h>
#include <klee/klee.h>

#define N 10

static void swap(unsigned char *a, unsigned i, unsigned j)
{
	unsigned char t = a[i];
	a[i] = a[j];
	a[j] = t;
}

int main(void)
{
	unsigned char a[N];
	unsigned pivot, store = 0;
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(&pivot, sizeof pivot, "pivot");
	klee_assume(pivot < N);
	swap(a, pivot, N - 1);
	for (unsigned i = 0; i < N - 1; i++) {
		unsigned is_less = a[i] < a[N - 1];
		swap(a, i, store);
		store += is_less;
	}
	swap(a, store, N - 1);
	unsigned look;
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(look < N);
	if (look < store && a[look] > 250)
		return 1;
	return 0;
}
