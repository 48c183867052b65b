// What is computed from all elements is one expression.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char p[30];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 31, "n"), sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum = sum * 31 + p[i];
	if (n == 3)
		assert(sum == (p[0] * 31u + p[1]) * 31u + p[2]);
	return 0;
}
