// strncat writes one byte more than it was told.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n");
	char *p = malloc(3 + n);
	strcpy(p, "abc");
	strncat(p, "defgh", n); //~ out-of-bounds in strncat
	free(p);
	return 0;
}
