// The absolute value of the smallest number is negative.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static signed char absolute(signed char x)
{
	if (x < 0)
		return (signed char)-x;
	return x;
}

int main(void)
{
	signed char x;
	klee_make_symbolic(&x, sizeof x, "x");
	assert(absolute(x) >= 0); //~ assertion
	return 0;
}
