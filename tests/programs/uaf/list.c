// Freeing a list while walking it.
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

int main(void)
{
	struct node *list = NULL;
	for (int i = 0; i < 3; i++) {
		struct node *n = malloc(sizeof *n);
		n->next = list;
		n->value = i;
		list = n;
	}
	for (struct node *n = list; n; n = n->next) { //~ use-after-free: offset 0 of a heap block of 16 bytes
		printf("%d\n", n->value);
		free(n);
	}
	return 0;
}
