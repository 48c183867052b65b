// realloc to a larger block keeps what was there.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char *p = malloc(2), x;
	klee_make_symbolic(&x, sizeof x, "x");
	p[0] = x;
	p[1] = 1;
	unsigned n = klee_range(2, 5, "n");
	p = realloc(p, n);
	assert(p[0] == x && p[1] == 1);
	free(p);
	return 0;
}
