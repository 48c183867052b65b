// The third choice is no object.
//@ exits: 0 1
#include <klee/klee.h>

static int a = 1, b = 2;

int main(void)
{
	int *choice[3] = {&a, &b, 0};
	int *p = choice[klee_range(0, 3, "i")];
	*p = 10; //~ null-dereference
	if (a == 10)
		return 1;
	return 0;
}
