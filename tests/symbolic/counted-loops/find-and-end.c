// A search whose condition says both where it ends and what it looks for.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[30];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 31, "n"), i = 0;
	while (i < n && p[i] != 'x')
		i++;
	if (i < n)
		assert(p[i] == 'x');
	else
		assert(i == n);
	return 0;
}
