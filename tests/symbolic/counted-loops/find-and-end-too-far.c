// The element is looked at before the index is compared.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[20];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 21, "n"), i = 0;
	while (p[i] != 'x' && i < n) //~ out-of-bounds
		i++;
	assert(i <= n);
	return 0;
}
