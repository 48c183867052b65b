// From the last element to the first, with a signed index.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(0, 65, "n");
	short p[64];
	memset(p, 7, sizeof p);
	for (int i = (int)n - 1; i >= 0; i--)
		p[i] = i * 3;
	for (unsigned k = 0; k < 64; k += 9)
		assert(p[k] == (k < n ? (int)k * 3 : 0x0707));
	return 0;
}
