// A negative size is a huge one: malloc gives null, and nobody looks.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	short n;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_assume((n >= -3) & (n <= 8));
	if (n == 0)
		return 1;
	char *p = malloc(n);
	p[0] = 1; //~ null-dereference
	free(p);
	return 0;
}
