// A vector that doubles when it is full keeps all that was put into it.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct vector {
	int *items;
	unsigned count, room;
};

static void push(struct vector *v, int item)
{
	if (v->count == v->room) {
		v->room = v->room ? 2 * v->room : 1;
		v->items = realloc(v->items, v->room * sizeof *v->items);
	}
	v->items[v->count++] = item;
}

int main(void)
{
	struct vector v = {0};
	unsigned n = klee_range(0, 8, "n"), i = klee_range(0, 7, "i");
	for (unsigned k = 0; k < n; k++)
		push(&v, 10 * k);
	assert(v.count == n && v.room >= n);
	if (i < n)
		assert(v.items[i] == (int)(10 * i));
	free(v.items);
	return 0;
}
