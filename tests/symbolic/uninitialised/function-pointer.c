// A function pointer that was never set.
//@ exits: 3
#include <klee/klee.h>
#include <stdlib.h>

static int three(void)
{
	return 3;
}

int main(void)
{
	int (**p)(void) = malloc(sizeof *p);
	if (klee_range(0, 2, "set"))
		*p = three;
	return (*p)(); //~ uninitialised
}
