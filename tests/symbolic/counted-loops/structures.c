// Two members of each element, and a third that is left alone.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct item {
	int x;
	char c;
	int y;
};

int main(void)
{
	struct item *p = calloc(50, sizeof *p);
	unsigned n = klee_range(0, 51, "n");
	for (unsigned i = 0; i < n; i++) {
		p[i].x = i;
		p[i].y = 2 * i;
	}
	for (unsigned k = 0; k < 50; k += 7) {
		assert(p[k].x == (k < n ? (int)k : 0));
		assert(p[k].y == (k < n ? 2 * (int)k : 0));
		assert(p[k].c == 0);
	}
	free(p);
	return 0;
}
