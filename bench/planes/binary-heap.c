// A heap of symbolic numbers: the way up ends where the parent is smaller.
#include <assert.h>
#include <klee/klee.h>

#define N 8

int main(void)
{
	unsigned char heap[N + 1], in[N];
	klee_make_symbolic(in, sizeof in, "in");
	heap[0] = 0;
	for (unsigned n = 1; n <= N; n++) {
		unsigned at = n;
		while (at > 1 && heap[at / 2] > in[n - 1]) {
			heap[at] = heap[at / 2];
			at /= 2;
		}
		heap[at] = in[n - 1];
	}
	for (unsigned i = 2; i <= N; i++)
		assert(heap[i / 2] <= heap[i]);
	return 0;
}
