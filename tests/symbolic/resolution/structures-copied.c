// Structures assigned from and to places that the input chooses.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct wide {
	char tag;
	long numbers[4];
	short last;
};

int main(void)
{
	struct wide *all[3];
	for (int i = 0; i < 3; i++) {
		all[i] = calloc(1, sizeof **all);
		*all[i] = (struct wide){'a' + i, {i, 2 * i, 3 * i, 4 * i}, 5 * i};
	}
	unsigned from = klee_range(0, 3, "from"), to = klee_range(0, 3, "to");
	*all[to] = *all[from];
	assert(all[to]->tag == 'a' + (int)from && all[to]->numbers[3] == 4 * (long)from);
	assert(all[to]->last == 5 * (int)from);
	if (all[0]->tag == 'c' && all[0]->numbers[1] == 4)
		return 1;
	return 0;
}
