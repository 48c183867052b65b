// The safe twin.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_int("n");
	if (n > 31)
		return 1;
	unsigned x = 1u << n;
	return x & 0;
}
