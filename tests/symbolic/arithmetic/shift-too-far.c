// A shift by the width or more.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(0, 33, "n");
	unsigned x = 1u << n; //~ overshift
	return x & 0;
}
