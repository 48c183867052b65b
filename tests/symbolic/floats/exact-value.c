// The one float with x + x == 7 and its neighbours.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	assert(x + x != 7.0f); //~ assertion
	return 0;
}
