// Neither smaller nor equal does not mean larger: NaN was forgotten.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x < 3)
		return 0;
	if (x == 3)
		return 0;
	assert(x > 3); //~ assertion
	return 0;
}
