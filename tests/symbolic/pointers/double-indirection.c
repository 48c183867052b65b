// A pointer to one of two pointers, one of which is null.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = 5, *good = &x, *bad = 0;
	int **which[2] = {&good, &bad};
	int **pp = which[klee_range(0, 2, "i")];
	if (*pp == good)
		**pp = 6;
	else
		**pp = 7; //~ null-dereference
	return x - 6;
}
