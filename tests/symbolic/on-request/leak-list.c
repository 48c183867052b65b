// Only the first node of the list is freed when the flag is set.
//@ run: --check-leaks on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	struct node *next;
};

int main(void)
{
	struct node *first = calloc(1, sizeof *first);
	first->next = calloc(1, sizeof *first); //~ leak
	if (!klee_int("hasty"))
		free(first->next);
	free(first);
	first = 0;
	return 0;
}
