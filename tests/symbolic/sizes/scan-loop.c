// A search up to the end and on to what is there, if it has not found anything by then.
//@ exits: 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 8, "n"), i = klee_range(0, 8, "i");
	char *p = malloc(n), *end = p + n, *at = p;
	memset(p, 'a', n);
	if (i < n)
		p[i] = 'x';
	while (at <= end && *at != 'x') //~ out-of-bounds
		at++;
	if (at <= end) {
		free(p);
		return 1;
	}
	return 0;
}
