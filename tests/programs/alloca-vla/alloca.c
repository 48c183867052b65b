// alloca in a loop: everything stays until the function returns.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node {
	struct node *next;
	char text[];
};

static int chain(int count)
{
	struct node *list = NULL;
	for (int i = 0; i < count; i++) {
		struct node *n = alloca(sizeof *n + i + 1);
		memset(n->text, 'a' + i % 26, i);
		n->text[i] = 0;
		n->next = list;
		list = n;
	}
	int total = 0;
	for (; list; list = list->next)
		total += strlen(list->text);
	return total;
}

int main(void)
{
	for (int i = 0; i < 50; i += 7)
		printf("%d ", chain(i));
	puts("");
	return 0;
}
