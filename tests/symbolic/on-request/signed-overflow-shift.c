// Optimised, a product by a power of two is a shift to the left.
//@ run: --check-overflow on
//@ cc: -O2
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

static volatile int area;

int main(void)
{
	int side = klee_int("side");
	area = side * 8; //~ signed-overflow
	return 0;
}
