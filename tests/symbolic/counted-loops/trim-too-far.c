// Blanks at the end are dropped, and what is before the array, too.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[16];
	klee_make_symbolic(p, sizeof p, "p");
	int n = klee_range(0, 16, "n");
	while (n >= 0 && p[n - 1] == ' ') //~ out-of-bounds
		n--;
	assert(n >= -1);
	return 0;
}
