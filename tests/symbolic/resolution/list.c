// A list, walked as far as the input says; each step follows a pointer that was read through the one before.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *nodes[4] = {0};
	for (int i = 3; i >= 0; i--) {
		nodes[i] = malloc(sizeof **nodes);
		nodes[i]->value = i * i;
		nodes[i]->next = i < 3 ? nodes[i + 1] : NULL;
	}
	struct node *node = nodes[klee_range(0, 3, "start")];
	node->next->value++;
	if (node->next->value == 10)
		return 1;
	if (node->next->next && node->next->next->value == 4)
		return 2;
	return 0;
}
