// A sum of two ints that does not fit.
//@ run: --check-overflow on
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), y = klee_int("y");
	int sum = x + y; //~ signed-overflow
	return sum & 0;
}
