// With NDEBUG an assertion is nothing.
//@ paths: 1
//@ exits: 0
#define NDEBUG
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	assert(x != 3);
	return x & 0;
}
