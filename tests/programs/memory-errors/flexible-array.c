// Room for three items, use of four.
#include <stdlib.h>
#include <stdio.h>

struct list {
	int count;
	int items[];
};

int main(void)
{
	struct list *l = malloc(sizeof *l + 3 * sizeof(int));
	for (l->count = 0; l->count < 3; l->count++)
		l->items[l->count] = l->count;
	printf("%d\n", l->items[2]);
	l->items[l->count] = 4; //~ out-of-bounds: offset 16 of a heap block of 16 bytes
	return 0;
}
