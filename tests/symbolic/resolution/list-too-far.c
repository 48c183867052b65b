// One step too many from the last node.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

int main(void)
{
	struct node *nodes[4] = {0};
	for (int i = 3; i >= 0; i--) {
		nodes[i] = calloc(1, sizeof **nodes);
		nodes[i]->value = i;
		nodes[i]->next = i < 3 ? nodes[i + 1] : NULL;
	}
	struct node *node = nodes[klee_range(0, 4, "start")];
	if (node->next->value == 2) //~ null-dereference
		return 1;
	return 0;
}
