// An assertion that no input can break.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned x = klee_int("x");
	assert((x | 1) != 0);
	assert(x / 2 * 2 <= x);
	return 0;
}
