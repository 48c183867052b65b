// A pointer goes by any number and comes back by it.
//@ exits: 5
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *a = malloc(4);
	a[2] = 5;
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	char *p = &a[i];
	p -= i - 2;
	return *p;
}
