// As KLEE has it, on request.
//@ run: --strict-assume
//@ exits: 0
//@ paths: 1
//@ assumed-away: 1
#include <klee/klee.h>

void __VERIFIER_assume(int);

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x < 10)
		klee_assume(x > 20); //~ user
	if (x > 200)
		__VERIFIER_assume(x < 100);
	return 0;
}
