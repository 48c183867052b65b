// A loop that does not look for the end of the list.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *last = calloc(1, sizeof *last), first = {1, last};
	last->value = 2;
	int sum = 0;
	for (struct node *n = &first; sum < 100; n = n->next)
		sum += n->value; //~ null-dereference: read of 4 bytes at null
	printf("%d\n", sum);
	return 0;
}
