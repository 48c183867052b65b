// Dividing by a float of zero is no error; by its integer part it is.
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (!(x >= 0.0f && x < 10.0f))
		return 1;
	volatile float quotient = 1.0f / x;
	(void)quotient;
	int part = 100 / (int)x; //~ division-by-zero
	return part & 0;
}
