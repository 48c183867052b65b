// A list is walked from the larger of two entries; how far that leads is asked of every input.
//@ exits: 0 3 9
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *next;
};

int main(void)
{
	struct node *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(sizeof(struct node));
		table[i]->key = i * 3;
		table[i]->next = i ? table[i - 1] : NULL;
	}
	unsigned i = klee_range(0, 4, "i"), j = klee_range(0, 3, "j");
	int sum = 0;
	struct node *node = table[(i > j ? i : j) % 3];
	for (int steps = 0; steps < 3 && node; steps++, node = node->next)
		sum += node->key;
	for (unsigned m = 0; m < 4; m++)
		for (unsigned n = 0; n < 3; n++)
			if (i == m && j == n)
				exit(sum);
	return 99;
}
