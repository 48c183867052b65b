// A small buffer on the stack, a larger one on the heap: always freed.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char small[16], *p = small;
	unsigned n = klee_int("n");
	if (n > sizeof small)
		p = malloc(100);
	p[0] = 1;
	free(p); //~ invalid-free
	return 0;
}
