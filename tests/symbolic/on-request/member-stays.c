// What only looks as if it left a member: rows of an array, a flexible member, the last one, the structure as bytes.
//@ run: --check-fields on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

struct matrix {
	int rows[3][4];
	int last;
};

struct list {
	int count;
	int items[];
};

struct old_list {
	int count;
	int items[1];
};

int main(void)
{
	struct matrix m = { 0 };
	int flat[3][4] = { 0 };
	struct list *list = calloc(1, sizeof *list + 4 * sizeof(int));
	struct old_list *old = calloc(1, sizeof *old + 3 * sizeof(int));
	int i = klee_range(0, 4, "i");
	m.rows[i & 1][i] = 1;
	flat[0][i + 8] = 1;
	list->items[i] = 1;
	old->items[i] = 1;
	((int *)&m)[i + 9] = 1;
	return 0;
}
