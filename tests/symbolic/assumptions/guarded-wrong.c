// A side that is executed and goes wrong for some inputs is a finding as ever.
//@ exits: 0
#include <klee/klee.h>

int table[4] = {0, 1, 2, 3};

int main(void)
{
	unsigned i = klee_int("i");
	klee_assume(i < 5 && table[i] < 4); //~ out-of-bounds
	return 0;
}
