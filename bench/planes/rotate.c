// An array is rotated left by a symbolic number of places, through a second array.
#include <assert.h>
#include <klee/klee.h>

#define N 64

int main(void)
{
	unsigned a[N], b[N], by, look;
	klee_make_symbolic(&by, sizeof by, "by");
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(by < N);
	klee_assume(look < N);
	for (unsigned i = 0; i < N; i++) {
		a[i] = i * i;
		b[i] = 0;
	}
	for (unsigned i = 0; i < N; i++)
		b[(i + by) % N] = a[i];
	assert(b[(look + by) % N] == look * look);
	return 0;
}
