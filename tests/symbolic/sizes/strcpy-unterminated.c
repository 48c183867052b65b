// A block of symbolic size that need not hold a zero is taken for a string.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 50, "n");
	char *s = malloc(n), room[64];
	klee_make_symbolic(s, n, "s");
	strcpy(room, s); //~ out-of-bounds in __stpcpy
	free(s);
	return 0;
}
