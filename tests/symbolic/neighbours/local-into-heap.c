// Any index into a local, among them those of a heap block. ASan cannot see all of it: some indices land in a live neighbour.
//@ exits: 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char a[4] = {1, 1, 2, 2}, *b = calloc(4, 1);
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	b[0] = 3;
	int value = a[i]; //~ out-of-bounds
	if (value == b[0])
		return 3;
	if (value == 2)
		return 2;
	return 1;
}
