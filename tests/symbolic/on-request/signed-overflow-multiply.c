// A square of a number of up to 16 bits.
//@ run: --check-overflow on
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned short side;
	klee_make_symbolic(&side, sizeof side, "side");
	int area = side * side; //~ signed-overflow
	return area & 0;
}
