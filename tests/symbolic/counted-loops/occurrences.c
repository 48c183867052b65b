// Bytes of one kind are counted.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[7];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 8, "n"), count = 0;
	for (unsigned i = 0; i < n; i++)
		if (p[i] == 'x')
			count++;
	assert(count <= n);
	if (n > 2 && p[1] == 'x' && p[2] == 'x')
		assert(count >= 2);
	if (count == 3)
		return 1;
	return 0;
}
