// Pointers into an arena are kept as offsets of 32 bits.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	uint32_t left, right;
	int key;
};

static char *arena;
static uint32_t used = 8;

static struct node *at(uint32_t offset)
{
	return offset ? (struct node *)(arena + offset) : NULL;
}

static uint32_t insert(uint32_t root, int key)
{
	if (!root) {
		struct node *n = (struct node *)(arena + used);
		*n = (struct node){0, 0, key};
		used += sizeof *n;
		return (char *)n - arena;
	}
	struct node *n = at(root);
	if (key < n->key)
		n->left = insert(n->left, key);
	else
		n->right = insert(n->right, key);
	return root;
}

static void print(uint32_t root)
{
	if (!root)
		return;
	print(at(root)->left);
	printf("%d ", at(root)->key);
	print(at(root)->right);
}

int main(void)
{
	arena = malloc(256);
	uint32_t root = 0;
	for (int i = 0; i < 10; i++)
		root = insert(root, i * 7 % 10);
	print(root);
	putchar('\n');
	return 0;
}
