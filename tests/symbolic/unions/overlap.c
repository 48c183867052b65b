// Writing the short member changes half of the long one.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

union both {
	unsigned whole;
	unsigned short half[2];
};

int main(void)
{
	union both u;
	unsigned before = u.whole = klee_int("u");
	unsigned i = klee_range(0, 2, "i");
	u.half[i] = 0;
	assert(u.whole == (i ? before & 0xffff : before & 0xffff0000));
	return 0;
}
