// Its last element is n - 1.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(1, 5, "n"), i = klee_range(0, 4, "i");
	char list[n];
	if (i > n)
		return 0;
	list[i] = 1; //~ out-of-bounds
	return 0;
}
