// The safe twin looks.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	short n;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_assume((n >= -3) & (n <= 8));
	char *p = malloc(n);
	if (!p) {
		assert(n < 0);
		return 1;
	}
	memset(p, 1, n);
	free(p);
	return 0;
}
