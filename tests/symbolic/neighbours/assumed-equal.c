// An index is assumed to lead to another block; the pointer is not that block's for it. ASan cannot see it: the access lands in a live neighbour.
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int a[4] = {0}, *b = calloc(4, sizeof *b);
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	klee_assume((uintptr_t)(a + i) == (uintptr_t)b);
	return a[i]; //~ out-of-bounds
}
