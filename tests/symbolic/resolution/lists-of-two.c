// A table of two lists of different length: walking from it, every link is one of two pointers, and the last one may be null.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	struct node *next;
	unsigned value;
};

static struct node *list(unsigned length, unsigned factor)
{
	struct node *first = 0;
	for (unsigned i = 0; i < length; i++) {
		struct node *node = malloc(sizeof *node);
		if (!node)
			exit(0);
		node->next = first;
		node->value = factor * i * i;
		first = node;
	}
	return first;
}

int main(void)
{
	struct node *lists[2] = {list(30, 3), list(33, 5)};
	unsigned which = klee_range(0, 2, "which");
	unsigned sum = 0, length = 0;
	for (struct node *node = lists[which]; node; node = node->next) {
		sum += node->value;
		length++;
	}
	klee_assert(length == 30 + 3 * which);
	klee_assert(sum == (which ? 5 * 11440 : 3 * 8555));
	return sum > 30000;
}
