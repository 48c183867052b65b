// A search tree, balanced by luck, printed in order.
#include <stdio.h>
#include <stdlib.h>

struct tree {
	unsigned key;
	struct tree *side[2];
};

static void insert(struct tree **at, unsigned key)
{
	while (*at && (*at)->key != key)
		at = &(*at)->side[key > (*at)->key];
	if (*at == NULL) {
		*at = calloc(1, sizeof **at);
		(*at)->key = key;
	}
}

static int print(const struct tree *t)
{
	if (t == NULL)
		return 0;
	int left = print(t->side[0]);
	printf("%u ", t->key);
	int right = print(t->side[1]);
	return 1 + (left > right ? left : right);
}

int main(void)
{
	struct tree *root = NULL;
	unsigned random = 1;
	for (int i = 0; i < 100; i++) {
		insert(&root, random % 97);
		random = random * 1103515245 + 12345;
	}
	printf("\nheight %d\n", print(root));
	return 0;
}
