// -1 is a small signed and a large unsigned number: the assertion confuses them.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int length = klee_int("length");
	if (length > 16)
		return 0;
	unsigned size = length;
	assert(size <= 16); //~ assertion
	return 0;
}
