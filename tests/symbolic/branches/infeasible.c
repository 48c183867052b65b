// A square is never 2 modulo 4, so the abort cannot be reached.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	unsigned square = (unsigned)x * x;
	if (square % 4 == 2)
		abort();
	return 0;
}
