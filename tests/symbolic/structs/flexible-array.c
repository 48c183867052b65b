// A header and as many elements as it says.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

struct list {
	unsigned count;
	int items[];
};

int main(void)
{
	struct list *l = malloc(sizeof *l + 3 * sizeof l->items[0]);
	l->count = 3;
	for (unsigned i = 0; i < l->count; i++)
		l->items[i] = i;
	unsigned i = klee_int("i");
	if (i <= l->count)
		l->items[i] = 7; //~ out-of-bounds
	else {
		free(l);
		return 1;
	}
	free(l);
	return 0;
}
