// Assumptions restrict what follows.
//@ exits: 0 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
	__VERIFIER_assume(x < y);
	__VERIFIER_assume(y < 3);
	assert(x <= 1);
	if (x == 1) {
		assert(y == 2);
		return 1;
	}
	return 0;
}
