// Two pointers that may be the same object.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static void add(int *to, const int *from)
{
	*to += 1;
	*to += *from;
}

int main(void)
{
	int a = 10, b = 20, *p = &a;
	if (klee_int("same"))
		p = &b;
	add(&b, p);
	if (p == &b) {
		assert(b == 42);
		return 1;
	}
	assert(b == 31);
	return 0;
}
