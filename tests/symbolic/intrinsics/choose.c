// A choice does not fork; looking at it does.
//@ paths: 3
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	uintptr_t i = klee_choose(3);
	assert(i < 3);
	if (i == 0)
		return 0;
	if (i == 1)
		return 1;
	return 2;
}
