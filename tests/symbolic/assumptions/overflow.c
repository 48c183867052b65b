// Arithmetic that would overflow for inputs that the other side keeps away from it.
//@ run: --check-overflow on
//@ exits: 0
//@ assumed-away: 1
#include <klee/klee.h>

int main(void)
{
	int i = klee_int("i"), n = klee_int("n");
	klee_assume(i < 1000 && i + 1 > 0);
	klee_assume(n + 1 > 0); //~ signed-overflow
	return 0;
}
