// A tag that is added to the pointer itself, and the access takes it off again.
#include <stdio.h>
#include <stdlib.h>

struct pair {
	int head, tail;
};

static char *tag(struct pair *p)
{
	return (char *)p + 1;
}

static struct pair *untag(char *p)
{
	return (struct pair *)(p - 1);
}

int main(void)
{
	struct pair here = {1, 2}, *there = malloc(sizeof *there);
	there->head = 3;
	there->tail = 4;
	char *values[2] = {tag(&here), tag(there)};
	for (int i = 0; i < 2; i++)
		printf("%d %d\n", untag(values[i])->head, ((struct pair *)(values[i] - 1))->tail);
	free(untag(values[1]));
	return 0;
}
