// An assumption that cannot hold ends its path quietly.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x > 10) {
		__VERIFIER_assume(x < 5);
		abort();
	}
	return 0;
}
