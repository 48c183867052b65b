// Any index into a heap block, among them those of another one. ASan cannot see all of it: some indices land in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	b[0] = 5;
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	a[i] = 7; //~ out-of-bounds
	return b[0] != 5;
}
