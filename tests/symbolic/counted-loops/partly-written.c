// Only some elements were written.
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int p[16];
	unsigned n = klee_range(0, 17, "n");
	for (unsigned i = 0; i < n; i++)
		p[i] = n > 8 ? 5 : 6;
	if (p[4] == 5) //~ uninitialised
		return 1;
	return 0;
}
