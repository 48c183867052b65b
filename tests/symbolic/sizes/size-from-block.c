// A size is read from a block of n bytes, of which all are written, and is never zero.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(14, 20, "n");
	unsigned char *p = malloc(n);
	memset(p, n, n);
	char *q = malloc((p[13] & 15) + 1);
	q[0] = 1;
	q = realloc(q, (p[12] & 7) + 2);
	q[1] = 1;
	free(q);
	free(p);
	return 0;
}
