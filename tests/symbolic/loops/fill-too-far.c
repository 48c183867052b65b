// The loop bound allows one element too many.
//@ run: --loops execute
//@ paths: 5
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int list[4];
	unsigned n = klee_range(0, 6, "n");
	for (unsigned i = 0; i < n; i++)
		list[i] = i; //~ out-of-bounds
	return n ? list[0] : 0;
}
