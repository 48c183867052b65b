// A range of one value is that value.
//@ paths: 1
//@ exits: 7
#include <klee/klee.h>

int main(void)
{
	int x = klee_range(7, 8, "x");
	return x;
}
