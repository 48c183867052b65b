// Numbers of 128 bits, and numbers that are not symbolic.
//@ run: --check-overflow on
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>
#include <limits.h>

int main(void)
{
	signed char more;
	klee_make_symbolic(&more, sizeof more, "more");
	__int128 large = (__int128)(~(unsigned __int128)0 >> 1) - 100;
	large = large + more; //~ signed-overflow
	if (more == 11) {
		int largest = INT_MAX;
		largest++; //~ signed-overflow
	}
	return (int)large & 0;
}
