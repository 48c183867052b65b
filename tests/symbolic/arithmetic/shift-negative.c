// A negative distance is too far as well, to the right.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(-1, 32, "n");
	int x = 1000 >> n; //~ overshift
	return x & 0;
}
