// A ring of n places: the newest n numbers are in it.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 5, "n"), count = klee_range(0, 8, "count"), back = klee_range(0, 5, "back");
	unsigned *ring = calloc(n, sizeof *ring), next = 0;
	for (unsigned i = 0; i < count; i++) {
		ring[next] = i;
		next = (next + 1) % n;
	}
	if (back >= n || back >= count) {
		free(ring);
		return 1;
	}
	assert(ring[(next + n - 1 - back) % n] == count - 1 - back);
	free(ring);
	return 0;
}
