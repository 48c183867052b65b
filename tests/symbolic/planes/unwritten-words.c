// Half of an element is written at a symbolic place, the other half at a known one.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned short *a = malloc(16);
	unsigned i = klee_range(0, 8, "i");
	a[4] = 0;
	a[i] = 0;
	unsigned word = ((unsigned *)a)[2];
	if (word) //~ uninitialised
		return 1;
	free(a);
	return 0;
}
