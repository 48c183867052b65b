// A product that does not fit: calloc gives null, and nobody looks.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	size_t n = klee_range(-2, 6, "n");
	if (n == 0)
		return 1;
	long *list = calloc(n, sizeof *list);
	list[0] = 1; //~ null-dereference
	free(list);
	return 0;
}
