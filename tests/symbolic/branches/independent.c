// Four independent bits: every combination is a path.
//@ paths: 16
//@ exits: 0 1 2 3 4
#include <klee/klee.h>

int main(void)
{
	unsigned char x;
	int count = 0;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x & 1)
		count++;
	if (x & 2)
		count++;
	if (x & 4)
		count++;
	if (x & 8)
		count++;
	return count;
}
