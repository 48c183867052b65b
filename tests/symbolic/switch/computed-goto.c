// The address of a label, chosen by input.
//@ paths: 3
//@ exits: 1 2 3
#include <klee/klee.h>

int main(void)
{
	static void *const labels[] = {&&one, &&two, &&three};
	goto *labels[klee_range(0, 3, "which")];
one:
	return 1;
two:
	return 2;
three:
	return 3;
}
