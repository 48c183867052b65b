// A word is compared with a block that may be too small for it.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 20, "n");
	char *s = malloc(n);
	klee_make_symbolic(s, n, "s");
	int result = 0;
	if (!strcmp(s, "hello")) //~ out-of-bounds
		result = 1;
	free(s);
	return result;
}
