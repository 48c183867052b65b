// Each assertion fails for another input.
//@ findings: 3
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	assert(x != 10); //~ assertion
	if (x < 100)
		assert(x != 20); //~ assertion
	else
		assert(x != 200); //~ assertion
	return 0;
}
