// The safe twin.
//@ paths: 2
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
	if (p != small)
		free(p);
	return 0;
}
