// Merging a region may not change what is found.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), y = 0;
	klee_open_merge();
	if (x > 10)
		y = 1;
	else
		y = 2;
	klee_close_merge();
	assert(y == 1 || x <= 10);
	assert(y + x != 13); //~ assertion
	return 0;
}
