// Any int as the bound of a loop over 16 bytes.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[16];
	int n = klee_int("n");
	for (int i = 0; i < n; i++)
		p[i] = i; //~ out-of-bounds
	if (n > 3)
		assert(p[3] == 3);
	return 0;
}
