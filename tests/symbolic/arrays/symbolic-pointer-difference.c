// The distance of two elements is the difference of their indices.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	long list[10];
	unsigned i = klee_range(0, 10, "i"), j = klee_range(0, 10, "j");
	long *p = list + i, *q = list + j;
	assert(p - q == (long)i - (long)j);
	assert((p < q) == (i < j));
	return 0;
}
