// Making memory symbolic gives it a value.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x == 1)
		return 1;
	return 0;
}
