// What was written before the jump is still there after it.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static int global;

int main(void)
{
	jmp_buf place;
	int x = klee_int("x");
	if (setjmp(place) == 0) {
		global = x;
		if (x > 100)
			longjmp(place, 1);
	}
	assert(global == x);
	assert(global != 101); //~ assertion
	return 0;
}
