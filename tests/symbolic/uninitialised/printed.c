// Printing a number looks at its digits.
//@ exits: 0
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
	int n;
	if (klee_range(0, 2, "set"))
		n = 9;
	printf("%d\n", n); //~ uninitialised in fmt_u
	return 0;
}
