// The loop changes its own bound.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char p[8] = { 0 };
	p[0] = klee_range(0, 9, "n");
	unsigned n = p[0], i;
	for (i = 0; i < p[0]; i++)
		p[i] = 3;
	assert(i == (n == 0 ? 0 : 3));
	return 0;
}
