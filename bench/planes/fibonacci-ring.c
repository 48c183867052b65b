// Fibonacci's numbers in a ring of eight, which has no end.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned ring[8] = {0}, start;
	klee_make_symbolic(&start, sizeof start, "start");
	ring[start % 8] = 0;
	ring[1] = 1;
	for (unsigned n = 2;; n++) {
		ring[n % 8] = ring[(n - 1) % 8] + ring[(n - 2) % 8];
		assert(ring[n % 8] - ring[(n - 1) % 8] == ring[(n - 2) % 8]);
	}
}
