// One entry of the table was never filled.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *table[4] = {0};
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(sizeof(int));
		*table[i] = i;
	}
	int *p = table[klee_range(0, 4, "i")];
	if (*p == 2) //~ null-dereference
		return 1;
	return 0;
}
