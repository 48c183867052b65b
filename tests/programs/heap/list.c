// A list is built, turned around and freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *list = NULL;
	for (int i = 0; i < 10; i++) {
		struct node *n = malloc(sizeof *n);
		*n = (struct node){i * i, list};
		list = n;
	}
	struct node *turned = NULL;
	while (list) {
		struct node *next = list->next;
		list->next = turned;
		turned = list;
		list = next;
	}
	while (turned) {
		struct node *next = turned->next;
		printf("%d ", turned->value);
		free(turned);
		turned = next;
	}
	puts("");
	return 0;
}
