// Two flags in the low bits of a pointer.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	uintptr_t next;
	int value;
};

enum { RED = 1, MARKED = 2, FLAGS = 3 };

int main(void)
{
	struct node *list = NULL;
	for (int i = 0; i < 4; i++) {
		struct node *n = malloc(sizeof *n);
		n->next = (uintptr_t)list;
		n->value = i;
		list = (struct node *)((uintptr_t)n | (i % 2 ? RED : MARKED));
	}
	for (uintptr_t at = (uintptr_t)list; at;) {
		struct node *n = (struct node *)(at & ~(uintptr_t)FLAGS);
		printf("%d %s\n", n->value, at & RED ? "red" : "marked");
		at = n->next;
		free(n);
	}
	return 0;
}
