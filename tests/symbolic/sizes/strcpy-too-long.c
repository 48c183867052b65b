// A string that may fill its block is copied into a smaller one.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(2, 200, "n");
	char *s = malloc(n), *d = malloc(n - 1);
	klee_make_symbolic(s, n, "s");
	s[n - 1] = 0;
	strcpy(d, s); //~ out-of-bounds in __stpcpy
	free(s);
	free(d);
	return 0;
}
