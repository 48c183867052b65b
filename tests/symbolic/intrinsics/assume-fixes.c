// Two assumptions leave one value.
//@ paths: 1
//@ exits: 42
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	klee_assume(x * 2 == 84);
	assert(x == 42);
	return x;
}
