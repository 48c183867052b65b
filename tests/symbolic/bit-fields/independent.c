// Neighbouring bit-fields do not disturb each other.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

struct flags {
	unsigned a : 3, b : 5, c : 8;
};

int main(void)
{
	struct flags f = {0};
	unsigned x = klee_int("x");
	f.a = 5;
	f.c = 200;
	f.b = x;
	assert(f.a == 5 && f.c == 200);
	assert(f.b == (x & 31));
	return 0;
}
