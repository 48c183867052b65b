// Inserting three symbolic keys into a sorted list.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *next;
};

int main(void)
{
	struct node *list = 0;
	for (int i = 0; i < 3; i++) {
		struct node *n = malloc(sizeof *n), **at = &list;
		n->key = klee_int("key");
		while (*at && (*at)->key < n->key)
			at = &(*at)->next;
		n->next = *at;
		*at = n;
	}
	int count = 1;
	for (struct node *n = list; n->next; n = n->next, count++)
		assert(n->key <= n->next->key);
	assert(count == 3);
	while (list) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
	return 0;
}
