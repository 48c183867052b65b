// A half-open range.
//@ paths: 3
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_range(-3, 4, "x");
	assert(x >= -3 && x < 4);
	if (x == -3)
		return 1;
	if (x == 3)
		return 2;
	return 0;
}
