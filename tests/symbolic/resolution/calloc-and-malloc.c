// The same table has blocks that are zero and blocks that are nothing yet.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *table[4];
	for (int i = 0; i < 4; i++)
		table[i] = i & 1 ? malloc(sizeof(int)) : calloc(1, sizeof(int));
	*table[1] = 0;
	int *p = table[klee_range(0, 4, "i")];
	if (*p) //~ uninitialised
		return 1;
	return 0;
}
