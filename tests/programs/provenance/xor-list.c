// A list whose links are the exclusive or of both neighbours, walked in both directions.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	uintptr_t link;
	int value;
};

static void walk(struct node *n)
{
	struct node *before = NULL;
	while (n) {
		struct node *next = (struct node *)(n->link ^ (uintptr_t)before);
		printf("%d ", n->value);
		before = n;
		n = next;
	}
	putchar('\n');
}

int main(void)
{
	struct node *first = NULL, *last = NULL;
	for (int i = 0; i < 5; i++) {
		struct node *n = malloc(sizeof *n);
		n->value = i;
		n->link = (uintptr_t)last;
		if (last)
			last->link ^= (uintptr_t)n;
		else
			first = n;
		last = n;
	}
	walk(first);
	walk(last);
	return 0;
}
