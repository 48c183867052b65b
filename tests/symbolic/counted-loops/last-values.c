// What variables hold after the last round, and without any.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int p[16], last = -1, twice;
	unsigned n = klee_range(0, 17, "n");
	for (unsigned i = 0; i < n; i++) {
		twice = i * 2;
		p[i] = twice;
		last = twice;
	}
	assert(last == (n ? (int)(n - 1) * 2 : -1));
	if (n > 6)
		assert(p[6] == 12);
	return 0;
}
