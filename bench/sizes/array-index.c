// An array of n numbers and an index that may be n.
#include <klee/klee.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

struct table {
	unsigned count;
	int *values;
};

static int get(const struct table *t, unsigned i)
{
	if (i > t->count)
		return -1;
	return t->values[i]; //~ out-of-bounds
}

int main(void)
{
	unsigned count, i;
	klee_make_symbolic(&count, sizeof count, "count");
	klee_make_symbolic(&i, sizeof i, "i");
#if RANGE
	klee_assume(count <= RANGE);
#endif
	struct table t = {count, calloc(count, sizeof *t.values)};
	if (!t.values)
		return 1;
	int value = get(&t, i);
	free(t.values);
	if (value > 0)
		return 2;
	return 0;
}
