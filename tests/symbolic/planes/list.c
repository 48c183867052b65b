// A list in an array of structures whose order depends on the input: pointers are written and read at symbolic places.
//@ exits: 6
#include <klee/klee.h>
#include <stddef.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node nodes[4] = { 0 }, *head = NULL;
	unsigned first = klee_range(0, 4, "first");
	for (unsigned n = 0; n < 4; n++) {
		struct node *node = &nodes[(first + n) % 4];
		node->value = n;
		node->next = head;
		head = node;
	}
	int sum = 0;
	for (struct node *node = head; node; node = node->next)
		sum += node->value;
	return sum;
}
