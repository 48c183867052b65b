// Insertion sort of four symbolic numbers: one path for each order.
//@ paths: 24
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int list[4];
	klee_make_symbolic(list, sizeof list, "list");
	for (int i = 1; i < 4; i++) {
		int x = list[i], j = i;
		for (; j > 0 && list[j - 1] > x; j--)
			list[j] = list[j - 1];
		list[j] = x;
	}
	assert(list[0] <= list[1]);
	assert(list[1] <= list[2]);
	assert(list[2] <= list[3]);
	return 0;
}
