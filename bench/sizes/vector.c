// A vector of numbers that grows by as many as are put into it, or to twice its room.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct vector {
	int *items;
	size_t count, room;
};

static int extend(struct vector *v, size_t n)
{
	if (n > SIZE_MAX / sizeof *v->items / 2 - v->count)
		return 0;
	if (v->count + n > v->room) {
		size_t room = 2 * v->room > v->count + n ? 2 * v->room : v->count + n;
		int *items = realloc(v->items, room * sizeof *items);
		if (!items)
			return 0;
		v->items = items;
		v->room = room;
	}
	memset(v->items + v->count, 0, n * sizeof *v->items);
	v->count += n;
	return 1;
}

int main(void)
{
	struct vector v = {malloc(4 * sizeof *v.items), 0, 4};
	size_t n, i;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&i, sizeof i, "i");
#if RANGE
	klee_assume(n <= RANGE);
#endif
	if (!extend(&v, 3))
		return 1;
	v.items[2] = 5;
	if (extend(&v, n)) {
		assert(v.items[2] == 5);
		if (i < n)
			assert(v.items[3 + i] == 0);
	}
	free(v.items);
	return 0;
}
