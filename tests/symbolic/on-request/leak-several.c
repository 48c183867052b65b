// Blocks from two places, one of which points to itself.
//@ run: --check-leaks on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	struct node *next;
};

static void lose(int count)
{
	for (int i = 0; i < count; i++)
		*(char *)malloc(3) = 1; //~ leak
	struct node *self = malloc(sizeof *self); //~ leak
	self->next = self;
}

int main(void)
{
	lose(klee_range(1, 3, "count"));
	return 0;
}
