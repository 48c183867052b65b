// A table of two rings: each link is one of two pointers, and the walk has no end.
//@ run: --check-loops on
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	struct node *next;
};

static struct node *ring(unsigned length)
{
	struct node *first = calloc(1, sizeof *first), *node = first;
	if (!first)
		exit(0);
	for (unsigned i = 1; i < length; i++) {
		node->next = calloc(1, sizeof *node);
		node = node->next;
		if (!node)
			exit(0);
	}
	node->next = first;
	return first;
}

int main(void)
{
	struct node *rings[2] = {ring(3), ring(2)};
	struct node *node = rings[klee_range(0, 2, "which")];
	while (node) node = node->next; //~ infinite-loop
	return 0;
}
