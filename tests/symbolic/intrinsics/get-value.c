// A possible value, no more and no less.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int x = klee_range(10, 20, "x");
	int some = klee_get_value_i32(x);
	long wide = klee_get_valuel(x * 3l);
	assert(some >= 10 && some < 20);
	assert(wide >= 30 && wide < 60);
	assert(klee_get_value_i64(77) == 77);
	return 0;
}
