// Paths on which an assumption does not hold end quietly, and are counted.
//@ exits: 0 1
//@ paths: 2
//@ assumed-away: 2
#include <klee/klee.h>

void __VERIFIER_assume(int);

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x < 10)
		klee_assume(x > 20);
	if (x > 200)
		__VERIFIER_assume(x < 100);
	if (x == 50)
		return 1;
	return 0;
}
