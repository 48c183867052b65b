// A member of a structure that is not there.
#include <stdio.h>

struct node {
	long value, weight;
	struct node *next;
};

static struct node last = {3, 4, NULL}, first = {1, 2, &last};

int main(void)
{
	long sum = 0;
	for (struct node *n = &first; n != &last; n = n->next)
		sum += n->value;
	printf("%ld\n", sum);
	last.next->next = &first; //~ null-dereference: write of 8 bytes at null + 16
	return 0;
}
