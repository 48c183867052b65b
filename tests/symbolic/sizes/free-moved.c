// What is freed was moved as far as the input says.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n"), i = klee_range(0, 8, "i");
	klee_assume(i < n);
	char *p = malloc(n);
	free(p + i); //~ invalid-free
	return 0;
}
