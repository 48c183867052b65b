// Equal only if they point to the same object.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int a = 1, b = 2, *p = &a;
	if (klee_int("x") == 3)
		p = &b;
	if (p == &b) {
		assert(*p == 2);
		return 1;
	}
	assert(p == &a && *p == 1);
	return 0;
}
