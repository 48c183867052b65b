// The safe twin: only the wide shift, which keeps its bit.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(32, 64, "n");
	unsigned long wide = 1ul << n;
	assert(wide >> n == 1);
	return 0;
}
