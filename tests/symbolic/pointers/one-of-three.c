// A pointer to one of three objects chosen by input.
//@ exits: 0 1
#include <klee/klee.h>

static int a = 1, b = 2, c = 3;

int main(void)
{
	int *choice[3] = {&a, &b, &c};
	int *p = choice[klee_range(0, 3, "i")];
	*p += 10;
	if (a + b + c != 16)
		return 2;
	if (b == 12)
		return 1;
	return 0;
}
