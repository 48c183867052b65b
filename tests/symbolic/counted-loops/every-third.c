// A step that is no power of two.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char p[64];
	memset(p, 1, sizeof p);
	unsigned n = klee_range(0, 65, "n"), i;
	for (i = 0; i < n; i += 3)
		p[i] = i;
	assert(i == (n + 2) / 3 * 3);
	for (unsigned k = 0; k < 64; k += 7)
		assert(p[k] == (k < n && k % 3 == 0 ? (char)k : 1));
	return 0;
}
