// The largest element, and where it is.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char p[8];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(1, 9, "n"), where = 0;
	unsigned char most = p[0];
	for (unsigned i = 1; i < n; i++)
		if (p[i] > most) {
			most = p[i];
			where = i;
		}
	assert(where < n && most == p[where]);
	if (n > 5)
		assert(most >= p[5]);
	return 0;
}
