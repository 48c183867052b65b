// Blanks at the end are dropped, from the last one on.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[16];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned all = klee_range(0, 17, "n"), n = all;
	while (n > 0 && p[n - 1] == ' ')
		n--;
	assert(n <= all);
	if (n > 0)
		assert(p[n - 1] != ' ');
	if (n < all)
		assert(p[n] == ' ');
	return 0;
}
