// A counter of 8 bits that never reaches its bound.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(250, 260, "n"), rounds = 0;
	for (unsigned char i = 0; i < n; i++)
		if (++rounds > 300)
			return 0;
	assert(rounds == n && n < 256);
	return 0;
}
