// A search that ends where it finds something or the array does.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[30];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 31, "n"), i;
	for (i = 0; i < n; i++)
		if (p[i] == 'x')
			break;
	if (i < n)
		assert(p[i] == 'x');
	else
		assert(i == n);
	return 0;
}
