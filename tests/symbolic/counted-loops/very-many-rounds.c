// More rounds than are taken together: what is left of them is a path of its own.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char p[1500], all = 0;
	for (unsigned i = 0; i < sizeof p; i++)
		p[i] = i & 1;
	unsigned n = klee_range(0, 1501, "n"), i;
	for (i = 0; i < n; i++)
		all ^= p[i];
	assert(i == n && all == ((n / 2) & 1));
	return 0;
}
