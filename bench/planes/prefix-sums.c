// Sums of all beginnings of an array; the sum of any part is a difference of two.
#include <assert.h>
#include <klee/klee.h>

#define N 50

int main(void)
{
	unsigned a[N], sums[N + 1];
	unsigned place, value, from, to;
	klee_make_symbolic(&place, sizeof place, "place");
	klee_make_symbolic(&value, sizeof value, "value");
	klee_make_symbolic(&from, sizeof from, "from");
	klee_make_symbolic(&to, sizeof to, "to");
	klee_assume(place < N);
	klee_assume(from <= to);
	klee_assume(to <= N);
	for (int i = 0; i < N; i++)
		a[i] = 0;
	a[place] = value;
	sums[0] = 0;
	for (int i = 0; i < N; i++)
		sums[i + 1] = sums[i] + a[i];
	unsigned part = sums[to] - sums[from];
	if (from <= place && place < to)
		assert(part == value);
	else
		assert(part == 0);
	return 0;
}
