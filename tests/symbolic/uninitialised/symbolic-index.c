// One element of the array was left out; the index may hit it.
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int list[4];
	list[0] = list[1] = list[3] = 5;
	unsigned i = klee_range(0, 4, "i");
	if (i == 3)
		return 1;
	if (list[i] == 5) //~ uninitialised
		return 0;
	return 1;
}
