// Two symbolic indices: they may be the same.
//@ paths: 2
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int list[4] = {10, 20, 30, 40};
	unsigned i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
	list[i] = 7;
	int x = list[j];
	assert((x == 7) == (i == j));
	assert(x != 30 || i == 3); //~ assertion
	return 0;
}
