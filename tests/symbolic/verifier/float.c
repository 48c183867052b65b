// Floats as input.
//@ exits: 0
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	float f = __VERIFIER_nondet_float();
	double d = __VERIFIER_nondet_double();
	__VERIFIER_assume(f >= 1.0f && f <= 2.0f);
	__VERIFIER_assume(d >= 0.5 && d <= 1.0);
	assert(d < f || d == 1.0);
	assert(f + 1.0f > 2.0f); //~ assertion
	return 0;
}
