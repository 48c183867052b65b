// Two blocks are freed in an order that depends on the input: nothing is left of either.
//@ run: --check-leaks=on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p[2] = { malloc(4), malloc(4) };
	unsigned i = klee_range(0, 2, "i");
	free(p[i]);
	free(p[!i]);
	return 0;
}
