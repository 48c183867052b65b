// Functions that structures hold which a table of two leads to.
//@ exits: 1 2
#include <klee/klee.h>
#include <stdlib.h>

struct kind {
	int (*get)(void);
};

static int one(void)
{
	return 1;
}

static int two(void)
{
	return 2;
}

int main(void)
{
	struct kind *kinds[2] = {malloc(sizeof(struct kind)), malloc(sizeof(struct kind))};
	if (!kinds[0] || !kinds[1])
		return 1;
	kinds[0]->get = one;
	kinds[1]->get = two;
	unsigned which = klee_range(0, 2, "which");
	return kinds[which]->get();
}
