// A byte kept of a sum: 200 + 100 is 44.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	unsigned char sum = a + b;
	assert(sum == a + b); //~ assertion
	return 0;
}
