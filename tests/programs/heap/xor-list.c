// A list whose links are the difference of two neighbours.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	uintptr_t link;
};

static void walk(struct node *at)
{
	uintptr_t from = 0;
	while (at) {
		printf("%d ", at->value);
		uintptr_t next = at->link ^ from;
		from = (uintptr_t)at;
		at = (struct node *)next;
	}
	puts("");
}

int main(void)
{
	struct node *nodes[5];
	for (int i = 0; i < 5; i++) {
		nodes[i] = malloc(sizeof **nodes);
		nodes[i]->value = i;
	}
	for (int i = 0; i < 5; i++)
		nodes[i]->link = (i ? (uintptr_t)nodes[i - 1] : 0) ^ (i < 4 ? (uintptr_t)nodes[i + 1] : 0);
	walk(nodes[0]);
	walk(nodes[4]);
	return 0;
}
