// A loop of symbolically many rounds in one of a known number.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char p[8][16];
	memset(p, 0, sizeof p);
	unsigned n = klee_range(0, 17, "n");
	for (int r = 0; r < 8; r++)
		for (unsigned i = 0; i < n; i++)
			p[r][i] = r;
	assert(p[3][7] == (n > 7 ? 3 : 0));
	return 0;
}
