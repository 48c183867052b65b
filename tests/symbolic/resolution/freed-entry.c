// One entry was freed, and is read and written all the same; the end frees it again.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *table[3];
	for (int i = 0; i < 3; i++)
		table[i] = calloc(2, sizeof(int));
	free(table[1]);
	unsigned i = klee_range(0, 3, "i"), what = klee_range(0, 3, "what");
	if (what == 0)
		table[i][1] = 7; //~ use-after-free
	else if (what == 1)
		free(table[i]); //~ double-free
	else if (table[i][0] != 0) //~ use-after-free
		return 1;
	return 0;
}
