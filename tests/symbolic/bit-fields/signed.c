// A signed field of 4 bits lies between -8 and 7.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

struct small {
	signed int value : 4;
};

int main(void)
{
	struct small s = {0};
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	s.value = x & 15;
	assert(s.value >= -8 && s.value <= 7);
	if (s.value < 0) {
		assert(x & 8);
		return 1;
	}
	return 0;
}
