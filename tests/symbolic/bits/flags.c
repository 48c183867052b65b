// Masks that must not overlap, and do in one bit.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

enum { READ = 1, WRITE = 2, EXECUTE = 4, ALL = READ | WRITE | EXECUTE, HIDDEN = 12 };

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned rights = x & ALL, hidden = x & HIDDEN;
	assert(!(rights == READ && hidden == HIDDEN));
	if (rights == EXECUTE)
		assert(!hidden); //~ assertion
	return 0;
}
