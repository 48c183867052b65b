// An array with symbolic elements is copied, and both are changed at symbolic places.
#include <assert.h>
#include <klee/klee.h>

#define N 32

int main(void)
{
	unsigned char from[N], to[N];
	unsigned i, j;
	klee_make_symbolic(from, sizeof from, "from");
	klee_make_symbolic(&i, sizeof i, "i");
	klee_make_symbolic(&j, sizeof j, "j");
	klee_assume(i < N);
	klee_assume(j < N);
	from[i] = 1;
	for (int k = 0; k < N; k++)
		to[k] = from[k];
	from[j] = 2;
	assert(to[i] == 1);
	if (to[j] == from[j])
		return 1;
	to[j] = from[j];
	for (int k = 0; k < N; k++)
		if (to[k] > from[k])
			return 2;
	return 0;
}
