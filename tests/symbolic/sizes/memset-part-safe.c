// The safe twin looks at what was written.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n"), i = klee_range(0, 8, "i");
	char *p = malloc(8);
	memset(p, 1, n);
	if (i < n && p[i] == 1) {
		free(p);
		return 1;
	}
	free(p);
	return 0;
}
