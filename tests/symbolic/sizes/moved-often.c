// A block that is made larger again and again keeps what it held, whatever its sizes.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned size = klee_range(1, 8, "size"), i = klee_range(0, 8, "i");
	char *p = malloc(size);
	for (unsigned k = 0; k < size; k++)
		p[k] = k + 1;
	unsigned now = size;
	for (int round = 0; round < 9; round++) {
		char more;
		klee_make_symbolic(&more, sizeof more, "more");
		klee_assume((more >= 0) & (more < 3));
		now += more;
		p = realloc(p, now);
	}
	if (i < size)
		assert(p[i] == (char)(i + 1));
	free(p);
	return 0;
}
