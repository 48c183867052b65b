// alloca of a symbolic size, used exactly.
//@ exits: 0
#include <alloca.h>
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(1, 5, "n");
	char *p = alloca(n);
	for (unsigned i = 0; i < n; i++)
		p[i] = 0;
	return p[n - 1];
}
