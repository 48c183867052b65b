// A search tree of two symbolic keys stays a search tree.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

struct tree {
	int key;
	struct tree *side[2];
};

static void insert(struct tree *t, struct tree *n)
{
	for (;;) {
		int right = n->key > t->key;
		if (!t->side[right]) {
			t->side[right] = n;
			return;
		}
		t = t->side[right];
	}
}

int main(void)
{
	struct tree root = {50, {0, 0}}, a = {klee_int("a"), {0, 0}}, b = {klee_int("b"), {0, 0}};
	insert(&root, &a);
	insert(&root, &b);
	if (root.side[0])
		assert(root.side[0]->key <= 50);
	if (root.side[1])
		assert(root.side[1]->key > 50);
	assert(!a.side[1] || a.side[1]->key != 77); //~ assertion
	return 0;
}
