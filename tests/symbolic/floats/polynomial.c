// A root of x * x - 5 x + 6 that is not 2.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	signed char i;
	klee_make_symbolic(&i, sizeof i, "i");
	float x = i;
	if (x * x - 5 * x + 6 == 0)
		assert(i == 2); //~ assertion
	return 0;
}
