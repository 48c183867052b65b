// One past the end of what alloca gave, and of an array of n numbers.
//@ exits: 0
#include <alloca.h>
#include <klee/klee.h>

static void given(unsigned n, unsigned i)
{
	char *p = alloca(n);
	p[i] = 1; //~ out-of-bounds
}

static void array(unsigned n, unsigned i)
{
	short list[n];
	list[i] = 1; //~ out-of-bounds
}

int main(void)
{
	unsigned n = klee_range(1, 7, "n"), i = klee_range(0, 7, "i");
	klee_assume(i <= n);
	if (klee_range(0, 2, "array"))
		array(n, i);
	else
		given(n, i);
	return 0;
}
