// A block of the heap is an object like any other.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(3 * sizeof *p), result = 0;
	klee_make_symbolic(p, 3 * sizeof *p, "p");
	if (p[2] > p[0])
		result = 1;
	free(p);
	return result;
}
