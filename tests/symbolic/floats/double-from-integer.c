// A double holds every int.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	double d = x;
	assert((int)d == x);
	return 0;
}
