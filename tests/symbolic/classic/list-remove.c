// Removing the first node leaves the head behind.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *next;
};

static struct node *add(struct node *next, int key)
{
	struct node *n = malloc(sizeof *n);
	n->key = key;
	n->next = next;
	return n;
}

int main(void)
{
	struct node *list = add(add(0, 2), 1), *before = 0;
	int key = klee_int("key");
	for (struct node *n = list; n; before = n, n = n->next)
		if (n->key == key) {
			if (before)
				before->next = n->next;
			free(n);
			break;
		}
	if (list->key == 1 && !list->next) //~ use-after-free
		return 1;
	return 0;
}
