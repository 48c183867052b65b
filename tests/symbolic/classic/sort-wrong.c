// Bubble sort with one round too few.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int list[4];
	klee_make_symbolic(list, sizeof list, "list");
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 3; i++)
			if (list[i] > list[i + 1]) {
				int t = list[i];
				list[i] = list[i + 1];
				list[i + 1] = t;
			}
	assert(list[2] <= list[3]);
	assert(list[1] <= list[2]);
	assert(list[0] <= list[1]); //~ assertion
	return 0;
}
