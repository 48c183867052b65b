// Freed in a callback, used by the caller.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	void (*done)(struct node *);
};

static void drop(struct node *n)
{
	free(n);
}

int main(void)
{
	struct node *n = malloc(sizeof *n);
	*n = (struct node){4, drop};
	n->done(n);
	printf("%d\n", n->value); //~ use-after-free: offset 0 of a heap block of 16 bytes
	return 0;
}
