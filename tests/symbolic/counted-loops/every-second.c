// A step of two elements.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char p[64];
	memset(p, 1, sizeof p);
	unsigned n = klee_range(0, 65, "n"), i;
	for (i = 0; i < n; i += 2)
		p[i] = i;
	assert(i == ((n + 1) & ~1u));
	for (unsigned k = 0; k < 64; k += 7)
		assert(p[k] == (k < n && k % 2 == 0 ? (char)k : 1));
	return 0;
}
